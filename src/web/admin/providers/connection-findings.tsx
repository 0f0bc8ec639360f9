import type { ConnectionTestLine } from '#contract/base/connection-test.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminProvidersText } from './texts.en.ts'
import { sayFinding } from '#web/platform/i18n/say-finding.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'

const tones: Record<ConnectionTestLine['state'], Tone> = {
  good: 'ok',
  warning: 'foil',
  bad: 'bad',
  unknown: 'neutral',
}

/** The findings of a connection test: status, observation and advice. */
export function ConnectionFindings({ lines }: { lines: readonly ConnectionTestLine[] }) {
  const t = useText(adminProvidersText)
  const language = useLanguage()
  return (
    <ul>
      {lines.map((line) => {
        const { sentence, advice } = sayFinding(language, line)
        return (
          <li
            key={`${line.topic} ${line.code}`}
            className="grid grid-cols-[8rem_1fr_auto] items-baseline gap-x-4 gap-y-1 border-b border-line px-5 py-3 text-14 last:border-0 max-wide:grid-cols-[1fr_auto] max-wide:px-4"
          >
            <span className="text-13 font-semibold text-ink-3">{t(`topic_${line.topic}`)}</span>
            <p className="grid gap-1 wrap-anywhere max-wide:order-last max-wide:col-span-2">
              <span>{sentence}</span>
              {advice !== null && <span className="text-ink-2">→ {advice}</span>}
            </p>
            <Badge tone={tones[line.state]}>{t(line.state)}</Badge>
          </li>
        )
      })}
    </ul>
  )
}
