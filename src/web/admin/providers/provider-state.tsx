import type { Provider } from '#contract/providers/providers.ts'
import { adminProvidersText } from './texts.en.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'

type ShownState = { tone: Tone; word: PlainKey<typeof adminProvidersText> }

/** The most severe state comes first. */
export function stateOf({
  is_enabled: isEnabled,
  has_key: hasKey,
  is_currency_settled: isSettled,
  charge_hold: hold,
  health,
  reading,
  sync,
}: Provider): ShownState {
  if (!hasKey) return { tone: 'neutral', word: 'noKey' }
  if (!isEnabled) return { tone: 'neutral', word: 'off' }
  if (!isSettled) return { tone: 'bad', word: 'currencyOther' }
  if (hold !== null) return { tone: 'bad', word: 'chargesHeld' }
  if (health.state === 'stopped')
    return health.stopped_by === 'staff'
      ? { tone: 'foil', word: 'pausedByStaff' }
      : { tone: 'bad', word: 'stopped' }
  if (health.refuses_us !== null) return { tone: 'bad', word: 'refusesUs' }
  if (health.state === 'paused') return { tone: 'bad', word: 'resting' }
  if (reading.state === 'paused') return { tone: 'bad', word: 'notAnswering' }
  if (sync.trouble !== null) return { tone: 'foil', word: 'listDoubted' }
  if (health.state === 'failing' || reading.state === 'failing') return { tone: 'foil', word: 'failing' }
  return { tone: 'ok', word: 'working' }
}

export function ProviderState({ provider }: { provider: Provider }) {
  const t = useText(adminProvidersText)
  const { tone, word } = stateOf(provider)
  return <Badge tone={tone}>{t(word)}</Badge>
}
