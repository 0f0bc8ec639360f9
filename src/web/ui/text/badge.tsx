import type { ReactNode } from 'react'
import { cx } from '#web/ui/page/cx.ts'

export type Tone = 'ok' | 'foil' | 'info' | 'petrol' | 'bad' | 'neutral'

const tones = {
  ok: 'bg-ok-soft text-ok',
  foil: 'bg-foil-soft text-foil-ink',
  info: 'bg-info-soft text-info',
  petrol: 'bg-petrol-soft text-petrol',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-sunken text-ink-2',
} satisfies Record<Tone, string>

/** A state: a dot and a word, never colour alone. In the text font even among figures, whose font is Latin only. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2 rounded-chip px-2 py-1 font-text text-12 font-semibold tracking-normal whitespace-nowrap',
        tones[tone],
      )}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  )
}

/** A property, such as "30-day refill": only the word. */
export function Chip({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex rounded-chip px-1.5 py-px text-12 font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
