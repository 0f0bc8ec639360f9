import { foldText } from '#web/ui/text/fold-text.ts'

export type Command = { key: string; label: string; detail?: string | undefined; run: () => void }
/** `isLate`: found by a request, so it is placed below immediate results and never moves the one that Enter would choose. */
export type CommandGroup = { id: string; heading: string; commands: readonly Command[]; isLate?: boolean }
export type Navigate = (to: string) => void

/** A page that a command opens. `words`: synonyms, separated by commas. */
export type PageCommand = { to: string; label: string; words?: string | undefined }

/**
 * Pages whose name contains the typed text, then those with a synonym that starts with it. Matched like services: "nap
 * tien" finds "Nạp tiền".
 */
export function fitPages(pages: readonly PageCommand[], text: string, go: Navigate): Command[] {
  const wanted = foldText(text)
  const isNamed = ({ label }: PageCommand) => foldText(label).includes(wanted)
  const named = pages.filter(isNamed)
  const called = wanted.length < 2 ? [] : pages.filter((page) => !isNamed(page) && isCalled(page, wanted))
  return [...named, ...called].map(({ to, label }) => ({ key: to + label, label, run: () => go(to) }))
}

function isCalled({ words = '' }: PageCommand, wanted: string): boolean {
  return words.split(',').some((word) => ` ${foldText(word)}`.includes(` ${wanted}`))
}
