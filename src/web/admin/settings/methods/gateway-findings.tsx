import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ConnectionTestLine } from '#contract/base/connection-test.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { sayFinding } from '#web/platform/i18n/say-finding.ts'

const pictures = { good: CircleCheck, warning: TriangleAlert, bad: CircleAlert, unknown: CircleHelp }
const tones = { good: 'text-ok', warning: 'text-foil-ink', bad: 'text-bad', unknown: 'text-ink-3' }

/** A test's findings, each with advice. */
export function GatewayFindings({ lines }: { lines: readonly ConnectionTestLine[] }) {
  const language = useLanguage()
  return (
    <ul className="grid gap-3 text-14 text-ink">
      {lines.map((line) => {
        const { code, state } = line
        const { sentence, advice } = sayFinding(language, line)
        const Picture = pictures[state]
        return (
          <li key={code} className="flex gap-2">
            <Picture aria-hidden className={`mt-px size-4.5 shrink-0 ${tones[state]}`} />
            <span className="grid">
              <span>{sentence}</span>
              {advice !== null && <span className="text-13 text-ink-2">{advice}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
