/** Paragraphs written for this corpus, by language; sentences end in a space or a full-width stop. */
export const latinTexts: Readonly<Record<string, string>> = {
  english:
    "The harbour master opened the ledger before sunrise and read every line twice. Nobody had expected the storm to turn back, yet the ropes were already wet. She told the young sailor that a ship is lost on land first, when somebody writes down less than it carries. We should leave in an hour, unless the agent still waits for an answer from the bank.",
  german:
    "Der Hafenmeister schlug das Buch vor Sonnenaufgang auf und las jede Zeile zweimal. Niemand hatte erwartet, dass der Sturm umkehrt, doch die Seile waren schon nass. Sie erklärte dem jungen Matrosen, ein Schiff gehe zuerst an Land verloren, nämlich wenn jemand weniger aufschreibt, als es trägt. Größere Änderungen an der Ladung müssen künftig schriftlich bestätigt werden.",
  french:
    "Le capitaine du port ouvrit le registre avant l'aube et relut chaque ligne deux fois. Personne ne s'attendait à ce que la tempête revienne, mais les cordages étaient déjà trempés. Elle expliqua au jeune matelot qu'un navire se perd d'abord à terre, lorsqu'on écrit moins que ce qu'il porte. Aujourd'hui, il faudrait répondre à la banque avant midi.",
  spanish:
    "La capitana del puerto abrió el libro antes del amanecer y leyó cada línea dos veces. Nadie esperaba que la tormenta volviera, pero las cuerdas ya estaban mojadas. Le explicó al joven marinero que un barco se pierde primero en tierra, cuando alguien apunta menos de lo que lleva. ¿Quién responderá mañana al banco si el agente sigue esperando?",
  portuguese:
    "A capitã do porto abriu o livro antes do amanhecer e leu cada linha duas vezes. Ninguém esperava que a tempestade voltasse, mas as cordas já estavam molhadas. Explicou ao jovem marinheiro que um navio se perde primeiro em terra, quando alguém anota menos do que ele carrega. As alterações não serão aceitas sem confirmação por escrito.",
  italian:
    "La capitana del porto aprì il registro prima dell'alba e lesse ogni riga due volte. Nessuno si aspettava che la tempesta tornasse, eppure le corde erano già bagnate. Spiegò al giovane marinaio che una nave si perde prima a terra, quando qualcuno scrive meno di quanto porta. Perché nessuno ha ancora risposto alla banca?",
  dutch:
    "De havenmeester sloeg het boek voor zonsopgang open en las elke regel twee keer. Niemand had verwacht dat de storm zou terugkeren, maar de touwen waren al nat. Ze legde de jonge matroos uit dat een schip eerst aan land verloren gaat, wanneer iemand minder opschrijft dan het draagt. Wijzigingen moeten voortaan schriftelijk worden bevestigd.",
  polish:
    "Kapitan portu otworzyła księgę przed świtem i przeczytała każdy wiersz dwa razy. Nikt się nie spodziewał, że burza zawróci, lecz liny były już mokre. Wyjaśniła młodemu marynarzowi, że statek ginie najpierw na lądzie, gdy ktoś zapisze mniej, niż on niesie. Większe zmiany ładunku trzeba odtąd potwierdzać na piśmie.",
  czech:
    "Kapitánka přístavu otevřela knihu před úsvitem a každý řádek přečetla dvakrát. Nikdo nečekal, že se bouře vrátí, ale lana už byla mokrá. Vysvětlila mladému námořníkovi, že loď se ztrácí nejdřív na souši, když někdo zapíše méně, než unese. Větší změny nákladu je nutné potvrdit písemně.",
  swedish:
    "Hamnkaptenen öppnade boken före gryningen och läste varje rad två gånger. Ingen hade väntat sig att stormen skulle vända, men repen var redan våta. Hon förklarade för den unge sjömannen att ett fartyg först går förlorat på land, när någon skriver upp mindre än det bär. Större ändringar måste hädanefter bekräftas skriftligt.",
  finnish:
    "Satamakapteeni avasi kirjan ennen auringonnousua ja luki jokaisen rivin kahdesti. Kukaan ei odottanut myrskyn kääntyvän takaisin, mutta köydet olivat jo märkiä. Hän selitti nuorelle merimiehelle, että laiva menetetään ensin maissa, kun joku kirjoittaa vähemmän kuin se kantaa. Suuremmat muutokset on vahvistettava kirjallisesti.",
  hungarian:
    "A kikötőmester napkelte előtt kinyitotta a könyvet, és minden sort kétszer elolvasott. Senki sem számított arra, hogy a vihar visszafordul, de a kötelek már nedvesek voltak. Elmagyarázta a fiatal matróznak, hogy a hajó először a szárazföldön vész el, amikor valaki kevesebbet ír fel, mint amennyit visz.",
  turkish:
    "Liman başkanı defteri gün doğmadan açtı ve her satırı iki kez okudu. Kimse fırtınanın geri döneceğini beklemiyordu, ama halatlar çoktan ıslanmıştı. Genç denizciye bir geminin önce karada kaybedildiğini anlattı: biri taşıdığından daha azını yazdığında. Büyük değişiklikler bundan sonra yazılı olarak onaylanmalıdır.",
  vietnamese:
    "Thuyền trưởng cảng mở cuốn sổ trước bình minh và đọc mỗi dòng hai lần. Không ai ngờ cơn bão quay lại, nhưng dây thừng đã ướt sũng. Bà giải thích với người thủy thủ trẻ rằng con tàu mất trước tiên trên đất liền, khi có người ghi ít hơn những gì nó chở. Mọi thay đổi lớn phải được xác nhận bằng văn bản.",
  indonesian:
    "Syahbandar membuka buku sebelum matahari terbit dan membaca setiap baris dua kali. Tidak ada yang menduga badai akan kembali, tetapi tali sudah basah. Ia menjelaskan kepada pelaut muda bahwa sebuah kapal pertama-tama hilang di darat, ketika seseorang mencatat lebih sedikit daripada muatannya. Perubahan besar harus disetujui secara tertulis.",
  romanian:
    "Căpitanul portului a deschis registrul înainte de răsărit și a citit fiecare rând de două ori. Nimeni nu se aștepta ca furtuna să se întoarcă, dar frânghiile erau deja ude. I-a explicat tânărului marinar că o corabie se pierde mai întâi pe uscat, când cineva notează mai puțin decât duce.",
  swahili:
    "Mkuu wa bandari alifungua daftari kabla ya jua kuchomoza akasoma kila mstari mara mbili. Hakuna aliyetarajia dhoruba irudi, lakini kamba zilikuwa zimeshalowa. Alimweleza baharia kijana kwamba meli hupotea kwanza nchi kavu, mtu anapoandika kidogo kuliko inavyobeba. Mabadiliko makubwa lazima yathibitishwe kwa maandishi.",
};

/** As {@link latinTexts}, in other scripts. */
export const otherScriptTexts: Readonly<Record<string, string>> = {
  russian:
    "Начальник порта открыла книгу до рассвета и дважды прочла каждую строку. Никто не ждал, что буря повернёт назад, но канаты уже промокли. Она объяснила молодому матросу, что корабль сначала теряют на берегу, когда записывают меньше, чем он несёт. Крупные изменения груза теперь подтверждают письменно.",
  ukrainian:
    "Начальниця порту відкрила книгу до світанку й двічі прочитала кожен рядок. Ніхто не чекав, що буря поверне назад, але линви вже змокли. Вона пояснила молодому матросові, що корабель спершу гублять на березі, коли записують менше, ніж він несе.",
  greek:
    "Η λιμενάρχης άνοιξε το βιβλίο πριν από την ανατολή και διάβασε κάθε γραμμή δύο φορές. Κανείς δεν περίμενε να γυρίσει η καταιγίδα, όμως τα σχοινιά ήταν ήδη βρεγμένα. Εξήγησε στον νεαρό ναύτη ότι ένα πλοίο χάνεται πρώτα στη στεριά.",
  arabic:
    "فتحت مديرة الميناء الدفتر قبل شروق الشمس وقرأت كل سطر مرتين. لم يتوقع أحد أن تعود العاصفة، لكن الحبال كانت مبللة بالفعل. شرحت للبحار الشاب أن السفينة تضيع أولا على اليابسة، عندما يكتب أحدهم أقل مما تحمل.",
  hebrew:
    "מנהלת הנמל פתחה את הספר לפני הזריחה וקראה כל שורה פעמיים. איש לא ציפה שהסערה תחזור, אבל החבלים כבר היו רטובים. היא הסבירה למלח הצעיר שספינה אובדת קודם כול ביבשה, כשמישהו רושם פחות ממה שהיא נושאת.",
  persian:
    "رئیس بندر پیش از طلوع آفتاب دفتر را باز کرد و هر سطر را دو بار خواند. هیچ‌کس انتظار نداشت توفان برگردد، اما طناب‌ها دیگر خیس شده بودند. او به ملوان جوان گفت که کشتی نخست در خشکی از دست می‌رود.",
  hindi:
    "बंदरगाह की प्रमुख ने सूर्योदय से पहले बही खोली और हर पंक्ति दो बार पढ़ी। किसी को उम्मीद नहीं थी कि तूफान लौटेगा, पर रस्सियाँ पहले ही भीग चुकी थीं। उसने युवा नाविक को समझाया कि जहाज पहले ज़मीन पर खोता है, जब कोई उसके बोझ से कम लिखता है।",
  bengali:
    "বন্দরের প্রধান সূর্যোদয়ের আগে খাতা খুলে প্রতিটি লাইন দুবার পড়লেন। কেউ ভাবেনি ঝড় ফিরে আসবে, কিন্তু দড়িগুলো আগেই ভিজে গিয়েছিল। তিনি তরুণ নাবিককে বোঝালেন যে জাহাজ প্রথমে ডাঙাতেই হারায়।",
  tamil:
    "துறைமுகத் தலைவர் சூரியன் உதிக்கும் முன் புத்தகத்தைத் திறந்து ஒவ்வொரு வரியையும் இரண்டு முறை படித்தார். புயல் திரும்பி வரும் என்று யாரும் எதிர்பார்க்கவில்லை, ஆனால் கயிறுகள் ஏற்கனவே நனைந்திருந்தன.",
  telugu:
    "ఓడరేవు అధికారి సూర్యోదయానికి ముందే పుస్తకం తెరిచి ప్రతి వరుసను రెండుసార్లు చదివింది. తుఫాను తిరిగి వస్తుందని ఎవరూ అనుకోలేదు, కానీ తాళ్లు అప్పటికే తడిసిపోయాయి.",
  thai: "หัวหน้าท่าเรือเปิดสมุดบัญชีก่อนพระอาทิตย์ขึ้นและอ่านทุกบรรทัดสองครั้ง ไม่มีใครคาดว่าพายุจะย้อนกลับมา แต่เชือกเปียกหมดแล้ว เธออธิบายให้กะลาสีหนุ่มฟังว่าเรือหายบนบกก่อน เมื่อมีคนจดน้อยกว่าที่มันบรรทุก ",
  georgian:
    "ნავსადგურის უფროსმა წიგნი მზის ამოსვლამდე გახსნა და თითოეული სტრიქონი ორჯერ წაიკითხა. არავინ ელოდა, რომ ქარიშხალი დაბრუნდებოდა, მაგრამ თოკები უკვე სველი იყო.",
  armenian:
    "Նավահանգստի պետը արևածագից առաջ բացեց մատյանը և ամեն տող երկու անգամ կարդաց։ Ոչ ոք չէր սպասում, որ փոթորիկը հետ կդառնա, բայց պարաններն արդեն թաց էին։",
  amharic:
    "የወደቡ ኃላፊ ፀሐይ ከመውጣቷ በፊት መዝገቡን ከፍታ እያንዳንዱን መስመር ሁለት ጊዜ አነበበች። ማዕበሉ ይመለሳል ብሎ የጠበቀ አልነበረም፤ ገመዶቹ ግን ቀድሞውኑ ረጥበው ነበር።",
  chinese:
    "港务长在日出前打开账簿,把每一行都读了两遍。谁也没有料到风暴会折返,可缆绳早已湿透。她对年轻的水手说,船首先是在岸上失去的,就在有人把载货写少的时候。今后较大的改动都必须书面确认。如果银行还没有答复,我们一小时后出发。",
  traditional:
    "港務長在日出前打開帳簿,把每一行都讀了兩遍。誰也沒有料到風暴會折返,可是纜繩早已濕透。她對年輕的水手說,船首先是在岸上失去的,就在有人把載貨寫少的時候。今後較大的變動都必須以書面確認。",
  japanese:
    "港長は日の出前に帳簿を開き、すべての行を二度読んだ。嵐が引き返すとは誰も思わなかったが、ロープはもう濡れていた。若い水夫に、船はまず陸で失われるのだと話した。積み荷より少なく書かれたときに、である。大きな変更は今後、書面で確認しなければならない。",
  korean:
    "항만장은 해가 뜨기 전에 장부를 펴고 모든 줄을 두 번 읽었다. 폭풍이 되돌아오리라고는 아무도 예상하지 못했지만 밧줄은 이미 젖어 있었다. 그녀는 젊은 선원에게 배는 먼저 뭍에서 잃는 것이라고 말했다. 큰 변경은 앞으로 서면으로 확인해야 한다.",
};
