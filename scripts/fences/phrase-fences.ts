/** Phrases that no native reader would write, in comments, test titles and documents. Identifiers are not checked. */
import type { SourceFile } from './source-file.ts'

/** Quotations of screen texts, which are not checked here. */
const quoted: readonly string[] = ['Tell whoever runs that server', 'tell whoever runs that server']

type Phrase = readonly [pattern: RegExp, instead: string]

/** Only phrases without another meaning: "over" and "letter" alone are ordinary words. */
const phrases: readonly Phrase[] = [
  [/\b(?:is|are|was|were|be|being) over\b(?! (?:\d|\$|`|half|one|two))/i, 'has ended, has expired'],
  [/\bby (?:itself|themselves|himself|herself)\b/i, 'automatically, alone'],
  [/\b(?:take|takes|took|taken|taking) (?:\w+ )?away\b/i, 'remove, delete'],
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'the user, the client, anyone who'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\b(?:give|gives|gave|given|giving) up on\b|\bletters? that (?:is|are|was|were) given up\b/i, 'failed'],
  [/\bletters? (?:goes|go|is sent|are sent|was sent|were sent|of (?:ours|theirs)|that waits?)\b/i, 'email'],
  [/\bstaff record\b|\bthe record of staff\b/i, 'audit log'],
  [/\bhow (?:it|they|things|an? \w+|the \w+) stands?\b/i, 'status, state'],
  [/\blook(?:s|ed|ing)? into\b/i, 'check, investigate'],
  [/\b(?:the|their|our|staff's) desk\b/i, 'admin, inbox, review queue'],
  [/\bplay money\b/i, 'sandbox mode'],
  [/\bprovider's turn\b|\bturn of (?:a|the) provider\b/i, 'provider lease'],
  [/\bcheck-?ups?\b/i, 'connection test'],
  [/\b(?:a|the) wish(?:es)?\b/i, 'cancel request, refill request'],
  [/\bstranded\b/i, 'rerouted'],
  [/\berasures?\b/i, 'user deletion'],
  [/\b(?:a|the) rungs?\b/i, 'layer'],
  [/\bwhat (?:became|becomes) of\b/i, 'the result of'],
  [/\ba person (?:decides|looks|has to|must|may|can)\b/i, 'review, staff'],
  [/\b(?:is|are|was|were|be) (?:ours|theirs|its own|nobody's|somebody's|nobody else's) to\b/i, 'may'],
  [/\bis nobody's\b|\bnobody's matter\b|\bsomebody's matter\b|\beverybody's matter\b/i, 'plain words'],
  [/\b(?:is|are) (?:of )?no news\b/i, 'is expected'],
  [/\bto (?:be )?hear of (?:it|them|that)\b|\bhears? of (?:it|them)\b|\bheard of by\b/i, 'be notified'],
  [/\bin other hands\b/i, 'in use'],
  [/\bwithout a word\b/i, 'silently'],
  [/\bhas the last word\b|\btakes leave\b/i, 'decides, disconnects'],
  [/\bbeside (?:that|this)\b/i, 'also, next to it'],
  [/\bso many\b(?! that)/i, 'at most …, this many'],
  [/(?:^|[.:;] |\/\*\* | \* |\/\/ )Of (?:an?|what|those|its|their|several|whom)\b/, 'no "Of …" first'],
  [
    /(?:^|[.:;] |\/\*\* | \* |\/\/ )Who (?!they|you|we|\w+ \w+\?)[a-z]+s?\b(?!.*[?:])/,
    'the user who, clients that',
  ],
  [/\b(?:the one|those|somebody|anybody|nobody) who (?:asks|comes|waits|looks)\b/i, 'the user who'],
  [/\bof (?:theirs|one's own|his own)\b/i, 'their own …'],
  [/\bno (?:more|longer) of use\b|\bof no use\b|\bof use\b/i, 'useful, usable'],
  [/\b(?:is|are) what (?:it|they|he) (?:is|are)\b/i, 'plain words'],
  [/\b(?:is|are|was|were) (?:said|told|asked) (?:so|of|again and again)\b/i, 'plain words'],
  [/\bagain and again\b/i, 'repeatedly'],
  [/\b(?:nobody|somebody|anybody|everybody) (?:hears|knows of|looks|waits for|has it)\b/i, 'plain words'],
  [/\bother than (?:it|they) (?:was|were)\b|\bas it was(?=[.,;:]|$)/i, 'unchanged'],
  [/\bas (?:it|they|he) (?:is|are) (?:meant|said|told)\b/i, 'plain words'],
  [/\bat one time\b|\bfor ever\b/i, 'at a time, forever'],
  [/\b(?:it|that|this|he|they|who) (?:is|are) let (?:rest|go)\b|\blet it rest\b/i, 'pause'],
  [/\bseen to\b|\bsees to it\b/i, 'resolved, makes sure'],
  [/\bwhat (?:is|are|was|were) (?:no|none)\b/i, 'anything that is not'],
  [/\bwhat is told\b|\bwho is told\b|\bwhat was told\b/i, 'event, message'],
  [/\btells? (?:the|its|their|of|no) news\b|\bnews (?:of|about|is|are|go|come|that|from)\b/i, 'event'],
  [/\bpeople's words\b|\bthe words of a\b/i, 'text'],
  [/\bfrom afar\b/i, 'remote'],
  [/\bknows? none\b|\band is none\b/i, 'plain words'],
  [/\bwhat lies (?:in|under|beside|there)\b/i, 'what is in'],
]

/** British, like the specification's catalogue, colour and behaviour; but canceled and Support Center are its own. */
const spellings: readonly Phrase[] = [
  [/\bcancell(?:ed|ing)\b/i, 'canceled, canceling'],
  [/\bfavorites?\b/i, 'favourite'],
  [/\bcatalogs?\b/i, 'catalogue'],
  [/\bcolors?\b/i, 'colour'],
  [/\bbehaviors?\b/i, 'behaviour'],
  [/(?<!\.)\bfulfills?\b/i, 'fulfil'],
  [/(?<!support )\bcenter(?:s|ed)?\b/i, 'centre'],
  [/(?<!font )\blicenses?\b/i, 'licence'],
  [/\bgray\b/i, 'grey'],
  [/\btoward\b/i, 'towards'],
  [/\b(?:recogni|organi|normali|synchroni|authori)s(?:es?|ed|ing)\b/i, '-ize'],
]

export type PhraseFault = { path: string; line: number; found: string; instead: string }

/** All phrases in a file, with their line numbers. */
export function findPhrases({ path, text }: SourceFile): PhraseFault[] {
  if (!isChecked(path)) return []
  const prose = quoted.reduce((left, quote) => left.replaceAll(quote, ''), toProse(path, text))
  return prose.split('\n').flatMap((line, at) =>
    [...phrases, ...spellings].flatMap(([pattern, instead]) => {
      const found = pattern.exec(line)?.[0]
      return found === undefined ? [] : [{ path, line: at + 1, found, instead }]
    }),
  )
}

export function checkPhrases(file: SourceFile): string[] {
  return findPhrases(file).map(({ line, found, instead }) => `line ${line}: "${found}": ${instead}`)
}

/** The number of phrases per folder, highest first. */
export function countPhrases(files: readonly SourceFile[]): [folder: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { path } of files.flatMap(findPhrases)) {
    const folder = /^src\/server\/(?:modules|lib)\/[^/]+|^src\/[^/]+\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)
}

/** The English of all screens, errors and emails. Other languages are translated from it. */
const englishTexts = /^src\/web\/.*\/texts\.en\.ts$|^src\/contract\/words\/en\/|\/emails\/texts\/en\.ts$/

/** STYLE.md lists the words themselves, and translations have no English. */
function isChecked(path: string): boolean {
  if (englishTexts.test(path)) return true
  return !/^STYLE\.md$|^src\/contract\/words\/.*\/|^scripts\/(?:fences\/phrase-fences|check-fences\.test)\.ts$/.test(
    path,
  )
}

const commentOrTitle =
  /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|(?<=\b(?:test|describe)\(|^\s*\](?: as const)?\)\()(?:'(?:\\.|[^'\\\n])*'|"[^"\n]*")/gm

/** Keys of a table: names, not texts. */
const keys = /^ *\w+(?=:)/gm

/** Comments, test titles, documents and tables of texts, with everything else blanked so that line numbers stay. */
function toProse(path: string, text: string): string {
  if (path.endsWith('.md')) return text.replaceAll(/`[^`\n]*`/g, '')
  if (englishTexts.test(path)) return text.replaceAll(keys, '')
  const prosePattern = path.endsWith('.sql') ? /--.*$/gm : commentOrTitle
  let prose = ''
  let at = 0
  for (const found of text.matchAll(prosePattern)) {
    prose += '\n'.repeat(text.slice(at, found.index).split('\n').length - 1)
    prose += found[0].replaceAll(/`[^`\n]*`/g, '')
    at = found.index + found[0].length
  }
  return prose
}
