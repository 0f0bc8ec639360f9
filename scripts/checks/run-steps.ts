/** Options of a step's run. */
export type Way = {
  /** Only these files, or parts of their names. Empty is all. */
  filters: readonly string[]
  /** Aborted when the run has reached its limit. */
  signal: AbortSignal
  /** Set for an interactive terminal: output is shown as it arrives. */
  show?: (chunk: Uint8Array) => void
}
export type Outcome = { ok: boolean; output: string }

export type Step = {
  name: string
  /**
   * On a quiet machine with 2 cores. A step that exceeds it is reported in capitals but does not fail: other machines
   * are slower.
   */
  budgetSeconds: number
  /**
   * Adjacent steps of one group run at the same time: those that take seconds, or one that mostly waits and one that
   * computes.
   */
  group?: string
  takesFilters?: boolean
  /** Started together with the first step, for what this step would wait for. `run` reports its failure. */
  prepare?: () => Promise<unknown>
  run(way: Way): Promise<Outcome>
}

type Run = { limitSeconds: number; print: (line: string) => void } & Pick<Way, 'filters' | 'show'>

/** Runs steps in order and prints the result and duration of each against its budget. */
export async function runSteps(
  steps: readonly Step[],
  { limitSeconds, print, ...way }: Run,
): Promise<boolean> {
  const over = new AbortController()
  const limit = setTimeout(() => over.abort(), limitSeconds * 1000)
  const late: string[] = []
  const failed: string[] = []

  const runOne = async (step: Step) => {
    const started = performance.now()
    const { ok, output } = await attempt(step, { ...way, signal: over.signal })
    const seconds = (performance.now() - started) / 1000
    const isLate = seconds > step.budgetSeconds
    const isCut = over.signal.aborted
    const time = `${seconds.toFixed(1).padStart(6)} s of ${step.budgetSeconds}${isLate ? ': OVER ITS BUDGET' : ''}`
    print(`${ok && !isCut ? 'ok    ' : 'FAILED'} ${step.name.padEnd(9)} ${time}`)
    if (isCut) print(`${step.name} was ended: the whole run may take ${limitSeconds / 60} minutes.`)
    if (!ok || isCut) print(output.trimEnd())
    if (isLate) late.push(step.name)
    if (!ok || isCut) failed.push(step.name)
  }

  for (const { prepare } of steps) prepare?.().catch(() => undefined)
  for (const together of groupSteps(steps)) {
    if (over.signal.aborted) break
    await Promise.all(together.map(runOne))
  }
  clearTimeout(limit)
  if (late.length > 0)
    print(`Over budget: ${late.join(', ')}. On a quiet machine with 2 cores this is a defect of the tests.`)
  // A step's output may be long: the failed ones are listed again at the end.
  if (failed.length > 0) print(`Failed: ${failed.join(', ')}.`)
  return failed.length === 0
}

/** On a quiet machine, in seconds: of concurrent steps the longest counts. */
export function sumBudgets(steps: readonly Step[]): number {
  return groupSteps(steps)
    .map((group) => Math.max(...group.map(({ budgetSeconds }) => budgetSeconds)))
    .reduce((sum, seconds) => sum + seconds, 0)
}

function groupSteps(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (step.group !== undefined && last?.at(-1)?.group === step.group) last.push(step)
    else groups.push([step])
  }
  return groups
}

async function attempt(step: Step, way: Way): Promise<Outcome> {
  try {
    return await step.run(way)
  } catch (error) {
    return { ok: false, output: (error as Error).message }
  }
}
