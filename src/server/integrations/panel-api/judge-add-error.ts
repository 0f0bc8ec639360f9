/** What an error text of `add` says about the order: see field notes 2. */
export type AddJudgement =
  | { kind: 'rejected' }
  | { kind: 'refused'; about: 'funds' | 'key' | 'rate' | 'busy_link' }
  | { kind: 'unknown' }

/** About us, not about the order: it was not taken, and goes again later. */
const aboutUs: readonly (readonly ['funds' | 'key' | 'rate' | 'busy_link', RegExp])[] = [
  [
    'busy_link',
    /active order (with|for|on) this (link|url|page)|wait until (the |your )?order|order (with|for) this (link|url) (is )?(already|still)|(link|url) (is )?already (in progress|being processed|in use)/,
  ],
  [
    'funds',
    /not enough (funds?|balance|money|credits?)|insufficient (funds?|balance|money|credits?)|low balance|balance (is )?(too )?(low|not enough|insufficient)|no (funds|money)/,
  ],
  [
    'key',
    /\bapi[ _-]?key\b|\b(invalid|incorrect|wrong|bad|missing|unknown) (access )?(key|token|credentials)\b|\bkey (is )?(invalid|incorrect|wrong|required|missing)\b|unauthori[sz]ed|access denied|authenticat|forbidden|\bip (address )?(is )?not allowed|(account|user) (is |was |has been )?(suspended|blocked|banned|disabled|inactive|not active)/,
  ],
  [
    'rate',
    /too many (requests?|calls?|attempts)|rate.?limit|request limit|requests? per (second|minute|hour)|throttl|slow down/,
  ],
]

/** It broke down, whatever else it says: a panel that had passed the order on already may add any reason to that. */
const breakdown =
  /internal (server )?error|server error|bad gateway|gateway time|\bsql|database error|exception|time[d ]*-?out|connection (reset|closed|lost|refused|failed|error)|\bcurl/

/** The provider's own trouble: such a text may well come after the order was taken. */
const trouble =
  /internal|server|gateway|database|\bsql|exception|time[d ]*-?out|unexpected|something (went|is) wrong|try (again|later)|later|temporar|unavailable|maintenance|connection|\bcurl|undefined|\bnull\b/

/** Certainly about what was ordered: named thing and what is wrong with it. */
const certain: readonly RegExp[] = [
  /\b(incorrect|invalid|wrong|bad|unknown|unsupported|missing|empty|no such|enter (a )?(valid|correct)?)\s+(\w+\s+){0,2}?(request|action|service|services|link|url|page|quantity|amount|count|username|usernames|user|comments?|hashtags?|keywords?|answer|media|groups?|min|max|country|order type|runs|interval|parameters?|format)\b/,
  /\b(service|services|link|url|page|profile|quantity|amount|count|username|usernames|comments?|hashtags?|keywords?|answer|answer number|media|groups?|runs|interval)( id)?( \S{1,40})? (is |are |was |does |do |has |must |should |can ?not |can't )*(incorrect|invalid|wrong|required|missing|empty|not (found|exist|valid|available|active|supported|allowed|correct|enabled)|doesn'?t exist|disabled|inactive|deleted|private|blocked|too (small|large|low|high|short|long|many|few)|be |less|more|greater|below|above|exceed)/,
  /\b(quantity|amount|min(imum|imal)?|max(imum|imal)?)\b.*\b(less|more|greater|lower|higher|below|above|between|minim\w*|maxim\w*|exceeds?|is|order)\b.*\d/,
  /\bnot (a )?valid (link|url|username|quantity|service)\b/,
  /^neworder\.error\.(link|quantity|min|max|service|not_active|username|comments?)/,
]

/**
 * Judges by words, since the protocol has no codes. Money decides what happens to a text we do not know: an order
 * that may have been taken must not be paid back (the provider keeps our money, the customer gets goods and money)
 * nor sent again (bought twice). The field's servers answer {error} instead of taking an order, but a panel that
 * passes it on to another one also answers {error} when it broke down half-way. So a text counts as "not taken" only
 * when it names the reason; every other one is `unknown`, and a person decides. A needless look costs minutes, a
 * wrong guess costs the order's price.
 */
export function judgeAddError(error: string): AddJudgement {
  const text = error.toLowerCase().replace(/[\s_]+/g, ' ')
  if (breakdown.test(text)) return { kind: 'unknown' }
  for (const [about, pattern] of aboutUs) if (pattern.test(text)) return { kind: 'refused', about }
  if (trouble.test(text)) return { kind: 'unknown' }
  if (certain.some((pattern) => pattern.test(text) || pattern.test(error.toLowerCase())))
    return { kind: 'rejected' }
  return { kind: 'unknown' }
}
