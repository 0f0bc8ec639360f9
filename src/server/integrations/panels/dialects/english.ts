import type { Dialect } from './dialect.ts'

/** English, with the codes of the original panel ("neworder.error.…"). */
export const english: Dialect = {
  refusals: {
    link_in_use: [
      /active order (with|for|on) this (link|url|page)|wait until (the |your )?order|order (with|for) this (link|url) (is )?(already|still)|(link|url) (is )?already (in progress|being processed|in use)|already ha(s|ve) an? (active|pending|running) order/,
      /^neworder[. ]error[. ]link duplicate|\bduplicate (link|url)\b|(link|url) already exists in (the |your )?orders|wait for (the|your) previous order|\border in progress (with|for|on) (this|the same) (link|url)/,
    ],
    funds: [
      /(not enough|not sufficient|insufficient|inadequate|n't have enough|n't have sufficient|not have enough) (\w{1,20} )?(funds?|balance|money|credits?)|low (balance|funds)|balance (is )?(too )?(low|not enough|not sufficient|insufficient)|no (funds|money)|balance not enough/,
    ],
    address: [
      /\bip\b( address)?[ :('"]{0,3}([\d.:a-f]{3,45}[ )'"]{0,3})?((is|was|has|been|are) )*(not (allowed|whitelisted|white-listed|authori[sz]ed|permitted|in )|blocked|banned|denied|restricted|forbidden|blacklisted)|\bip (whitelist|restriction)|(not allowed|blocked|denied|forbidden) (from|for) (this|your) ip\b/,
    ],
    key: [
      /\bapi[ _-]?key\b|\b(invalid|incorrect|wrong|bad|missing|unknown|expired) (access )?(key|token|credentials|api)\b|\b(key|token) (field )?(is )?(invalid|incorrect|wrong|required|missing|expired)\b|unauthori[sz]ed|access denied|authenticat|forbidden|\b(key|token) (was )?not (found|valid|correct|active|recogni[sz]ed)|(account|user) (is |was |has been )?(suspended|blocked|banned|disabled|inactive|not active)|\bapi (access )?(is )?(disabled?|not (enabled|active|allowed))|\berror[. ]account[. ](blocked|banned|suspended|disabled|inactive)|\b(bad|invalid|wrong) auth\b/,
    ],
    rate: [
      /too many (requests?|calls?|attempts)|rate.?limit|request limit|requests? per (second|minute|hour)|throttl|slow down|wait \d{1,4} ?(s|sec|seconds?|minutes?)\b/,
    ],
  },
  unknownId: [
    /\b(incorrect|invalid|wrong|unknown|no such|bad|can ?not find|could not find) (order|refill)( ?id)?\b(?! field)/,
    /\b(order|refill)( ?id)?( #?\d{1,20})? (is |was |are |does |did |has )*(incorrect|invalid|wrong|unknown|not (found|exist|valid|correct|yours|belong)|doesn'?t exist)/,
  ],
  breakdown: [
    /internal (server )?error|server error|bad gateway|gateway time|\bsql|database error|fatal error|exception|time[d ]*-?out|connection (reset|closed|lost|refused|failed|error)|\bcurl|mysqli?_|\bpdo\b|gone away|deadlock/,
  ],
  trouble: [
    /internal|server|gateway|database|\bsql|exception|time[d ]*-?out|unexpected|something (went|is) wrong|try (again|later)|later|temporar|unavailable|maintenance|connection|\bcurl|undefined|\bnull\b/,
  ],
  certainDespiteTrouble: [
    /\b(link|url) is not valid\b|check (the|your) (link|url) and try again/,
    /\bservices? (is |are )?(temporarily |currently )?disabled\b/,
  ],
  certain: [
    /\b(incorrect|invalid|wrong|bad|unknown|unsupported|missing|empty|no such|enter (a )?(valid|correct)?)\s+(\w+\s+){0,2}?(request|action|service|services|link|url|page|quantity|amount|count|username|usernames|user|comments?|hashtags?|keywords?|answer|media|groups?|min|max|country|order type|runs|interval|parameters?|format)\b/,
    /\b(service|services|link|url|page|profile|quantity|amount|count|username|usernames|comments?|hashtags?|keywords?|answer|answer number|media|groups?|runs|interval)( id| field)?( \S{1,40})? (is |are |was |does |do |has |been |now |currently |must |should |can ?not |can't )*(incorrect|invalid|wrong|required|missing|empty|not (found|exist|valid|available|active|supported|allowed|correct|enabled)|no longer (available|active|supported|exists?)|doesn'?t exist|disabled|inactive|deleted|private|blocked|too (small|large|low|high|short|long|many|few)|be |less|more|greater|below|above|exceed)/,
    /\b(quantity|amount|min(imum|imal)?|max(imum|imal)?)\b.*\b(less|more|greater|lower|higher|below|above|between|minim\w*|maxim\w*|exceeds?|is|order)\b.*\d/,
    /\b(minimum|maximum|min|max)( \w{1,20}){0,2} ?:? ?\d/,
    /\b(account|profile|page|post|video|channel|group) (is )?private\b/,
    /\bnot (a )?valid (link|url|username|quantity|service)\b/,
    /^neworder[. ]error[. ](link|quantity|min|max|service|not active|username|comments?|posts|expiry|runs|interval)/,
    /\bservices? do(es)? not support\b|\binterval( time)? must\b|\baction (is )?(invalid|incorrect|not (valid|allowed|supported))\b/,
    /\baccount (does not|doesn't|do not) exists?\b|\b(link|url|account|username) (is )?((in|on) (the |a |our )?black ?list|blacklisted)|\bage[- ]restricted\b/,
    /\blimit (is |was |has been )?reached for (this|the|your) (link|url|service)\b/,
  ],
}
