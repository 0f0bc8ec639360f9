import { foldText } from '#web/ui/text/fold-text.ts'

export type Command = { key: string; label: string; detail?: string | undefined; run: () => void }
/** `isLate`: found by a request, so it is below the immediate results, and moves nothing that Enter is meant for. */
export type CommandGroup = { id: string; heading: string; commands: readonly Command[]; isLate?: boolean }
export type Navigate = (to: string) => void

/** A page that a command leads to. `words`: what people call it too, with commas between. */
export type PageCommand = { to: string; label: string; words?: string | undefined }

/**
 * Those whose name contains what is typed, and behind them those of which one of the words begins with it. As services are
 * searched: "nap tien" finds "Nạp tiền".
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
