/** Small programs and documents written for this corpus, by language. */
export const codeTexts: Readonly<Record<string, string>> = {
  python: `import heapq
from dataclasses import dataclass, field

@dataclass(order=True)
class Berth:
    depth: float
    name: str = field(compare=False)
    occupied_until: int = 0

def assign(ships: list[dict], berths: list[Berth]) -> dict[str, str]:
    """Give each ship the shallowest berth that still carries it."""
    plan = {}
    for ship in sorted(ships, key=lambda s: -s["draught"]):
        fitting = [b for b in berths if b.depth >= ship["draught"] and b.occupied_until <= ship["eta"]]
        if not fitting:
            raise ValueError(f"no berth for {ship['name']!r} at {ship['eta']:>4}")
        chosen = heapq.nsmallest(1, fitting)[0]
        chosen.occupied_until = ship["eta"] + ship.get("stay", 12)
        plan[ship["name"]] = chosen.name
    return plan
`,
  go: `package tide

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

var ErrNoGauge = errors.New("tide: no gauge in range")

type Reader struct {
	mu     sync.RWMutex
	gauges map[string]float64
}

func (r *Reader) Level(ctx context.Context, port string) (float64, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if level, ok := r.gauges[port]; ok {
		return level, nil
	}
	select {
	case <-ctx.Done():
		return 0, fmt.Errorf("level of %q: %w", port, ctx.Err())
	default:
		return 0, ErrNoGauge
	}
}
`,
  rust: `use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq)]
pub enum Cargo {
    Bulk { tonnes: u32 },
    Boxes(Vec<String>),
    Ballast,
}

impl Cargo {
    pub fn weight(&self, per_box: u32) -> u32 {
        match self {
            Cargo::Bulk { tonnes } => *tonnes,
            Cargo::Boxes(names) => names.len() as u32 * per_box,
            Cargo::Ballast => 0,
        }
    }
}

pub fn total<'a>(holds: &'a BTreeMap<u8, Cargo>) -> Result<u32, &'static str> {
    holds.values().try_fold(0u32, |sum, cargo| sum.checked_add(cargo.weight(24)).ok_or("overloaded"))
}
`,
  java: `package org.example.harbour;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/** Counts arrivals by port. Thread-safe. */
public final class ArrivalCounter {
    private final ConcurrentHashMap<String, Integer> arrivals = new ConcurrentHashMap<>();

    public synchronized int recordArrival(String portCode, Duration delay) {
        if (portCode == null || portCode.isBlank()) {
            throw new IllegalArgumentException("portCode must not be blank");
        }
        return arrivals.merge(portCode, delay.toMinutes() > 30 ? 2 : 1, Integer::sum);
    }
}
`,
  c: `#include <stdint.h>
#include <stdlib.h>

#define HOLD_MAX 64

struct hold { uint32_t id; int64_t weight_kg; struct hold *next; };

static int hold_push(struct hold **head, uint32_t id, int64_t weight_kg)
{
	struct hold *node = malloc(sizeof(*node));
	if (!node)
		return -1;
	node->id = id & (HOLD_MAX - 1);
	node->weight_kg = weight_kg < 0 ? 0 : weight_kg;
	node->next = *head;
	*head = node;
	return 0;
}
`,
  sql: `CREATE TABLE voyages (
  voyage_id   BIGINT PRIMARY KEY,
  ship_name   VARCHAR(80) NOT NULL,
  departed_at TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP,
  tonnage     NUMERIC(10, 2) CHECK (tonnage >= 0)
);
SELECT v.ship_name, COUNT(*) AS trips, SUM(v.tonnage) AS carried
FROM voyages v LEFT JOIN ports p ON p.port_id = v.port_id
WHERE v.departed_at >= DATE '2023-04-01' AND p.country IN ('NL', 'DE', 'PT')
GROUP BY v.ship_name HAVING SUM(v.tonnage) > 1200 ORDER BY carried DESC LIMIT 20;
`,
  shell: `#!/usr/bin/env bash
set -euo pipefail
target="\${1:?usage: pack.sh DIR}"
for file in "$target"/*.log; do
  [[ -s "$file" ]] || continue
  lines=$(wc -l < "$file")
  printf '%-40s %8d\\n' "$(basename "$file" .log)" "$lines" >> summary.txt
done
grep -rnE --include='*.cfg' '^(port|depth)=' "$target" | sort -u | head -n 25 || true
`,
  html: `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Arrivals</title><link rel="stylesheet" href="/assets/board.css" /></head>
  <body class="board board--wide">
    <table id="arrivals" data-refresh="30"><thead><tr><th scope="col">Ship</th><th>From</th><th>Berth</th></tr></thead>
      <tbody><tr class="late"><td><a href="/ships/amelie">Amélie</a></td><td>Lisbon</td><td>B&nbsp;7</td></tr></tbody>
    </table>
  </body>
</html>
<style>.board--wide td { padding: 0.4rem 1.2em; color: #1f4e79; border-bottom: 1px solid rgba(0, 0, 0, 0.12); }</style>
`,
  minified:
    'var e=t=>{let{berths:n,ships:r}=t;return r.map((t,o)=>{const i=n.findIndex(e=>e.depth>=t.draught&&!e.taken);return i<0?null:(n[i].taken=!0,{id:o,ship:t.name,berth:n[i].name})}).filter(Boolean)};function a(t,n){if(!t)throw new Error("no board");return Object.keys(n).reduce((r,o)=>(r[o]=Array.isArray(n[o])?n[o].length:void 0,r),{})}export{e as plan,a as sizes};',
  markdown: `## Loading plan

1. Weigh the cargo, **twice**.
2. Compare with the [load line](docs/load-line.md); see also \`plan --dry-run\`.
   - bulk goods: *by tonne*
   - boxes: by count

| Hold | Cargo        | Weight (t) | Status      |
| ---- | ------------ | ---------: | ----------- |
| 1    | wheat        |      412.5 | loaded      |
| 2    | machine part |       38.0 | ⚠️ waiting  |
| 3    | —            |        0.0 | empty ✅    |

> A ship that is **over** the line does not leave. Not even once.

\`\`\`yaml
port: { code: PTLIS, depth: 11.4 }
tides: [06:12, 18:40]
\`\`\`
`,
  yaml: `name: departure
on:
  push: { branches: [main] }
jobs:
  weigh:
    runs-on: ubuntu-latest
    strategy:
      matrix: { hold: [1, 2, 3] }
    steps:
      - uses: actions/checkout@v4
      - run: ./weigh.sh --hold \${{ matrix.hold }} --tolerance 0.5
        env:
          LEDGER_TOKEN: \${{ secrets.LEDGER_TOKEN }}
`,
};
