/** How a demo order ends; `running` ones are left to the provider. */
export type DemoEnding = 'COMPLETED' | 'PARTIAL' | 'CANCELED' | 'running'

export type DemoStep =
  | { kind: 'deposit'; key: string; minutesAgo: number; dollars: bigint }
  | {
      kind: 'order'
      key: string
      minutesAgo: number
      platform: string
      pick: number
      size: number
      ending: DemoEnding
    }

const DAYS = 30
const MINUTES_PER_DAY = 1440
const platforms = [
  'Instagram',
  'TikTok',
  'YouTube',
  'Instagram',
  'Telegram',
  'Facebook',
  'Twitter',
  'Instagram',
  'YouTube',
]

/** A month of one busy customer, the same every time: two to three orders a day, a deposit every ten days. */
export function planDemo(): DemoStep[] {
  const steps: DemoStep[] = []
  for (let day = DAYS; day >= 0; day -= 1) {
    const morning = day * MINUTES_PER_DAY
    if (day % 10 === 0) {
      const dollars = day === DAYS ? 500n : 100n
      steps.push({ kind: 'deposit', key: `demo-deposit-${day}`, minutesAgo: morning + 700, dollars })
    }
    for (let turn = 0; turn < 2 + (day % 2); turn += 1) steps.push(planOrder(day, turn))
  }
  return steps.toSorted((one, other) => other.minutesAgo - one.minutesAgo)
}

function planOrder(day: number, turn: number): DemoStep {
  const number = day * 3 + turn
  return {
    kind: 'order',
    key: `demo-order-${day}-${turn}`,
    minutesAgo: day * MINUTES_PER_DAY + 40 + ((number * 137) % 600),
    platform: platforms[number % platforms.length] ?? 'Instagram',
    pick: number * 7,
    size: 1 + ((number * 5) % 12),
    ending: endingOf(day, number),
  }
}

function endingOf(day: number, number: number): DemoEnding {
  if (day === 0) return 'running'
  if (number % 17 === 3) return 'PARTIAL'
  if (number % 23 === 5) return 'CANCELED'
  return 'COMPLETED'
}
