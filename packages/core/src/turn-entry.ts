/**
 * What turns and repairs need to know of one entry of a transcript (a message, or an event in OpenWOP): its place in the
 * id graph. Holds no content.
 */
export interface TurnEntry {
  readonly role: "system" | "human" | "assistant" | "tool";
  /** Ids of the calls this entry makes, in order; each is to be answered by an entry of its own. */
  readonly calls?: readonly string[];
  /** Id of the call this entry answers. */
  readonly answers?: string;
  /** Ids of items that later entries may continue: a server tool, a call of the older function form. */
  readonly opens?: readonly string[];
  /** Ids of the approvals this entry asks for: pending until a later entry refers to them. */
  readonly asks?: readonly string[];
  /**
   * Ids of earlier items this entry belongs to: the server tool whose result it holds or that makes its call, the
   * approval it responds to. A call it names is answered by it where it stands.
   */
  readonly refersTo?: readonly string[];
  /** Nothing but reasoning: it stays with the assistant entry right after it, and means nothing without one. */
  readonly leads?: boolean;
  /** An assistant entry that says nothing at all. */
  readonly empty?: boolean;
}
