import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { type ReactNode, useState } from 'react'
import { type DiagnosticGroup, diagnosticGroups } from '#contract/operations/diagnostic-findings.ts'
import { type DiagnosticLine, type Diagnostics, getDiagnostics } from '#contract/operations/diagnostics.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminDashboardText } from './texts.en.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { queryOf } from '#web/platform/query/query.ts'
import { show } from '#web/platform/query/query-client.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'

/** The diagnostics by group: level, finding, and advice. */
export function SystemStatus({
  diagnostics: { checked_at: checkedAt, lines },
}: {
  diagnostics: Diagnostics
}) {
  const t = useText(adminDashboardText)
  const aside = (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13 text-ink-3">
      <span>
        {t('checked')} <RelativeTime date={checkedAt} />
      </span>
      <RunAgain />
    </span>
  )
  return (
    <SystemStatusCard aside={aside}>
      {diagnosticGroups.map((group) => (
        <Group key={group} group={group} lines={lines.filter((line) => line.group === group)} />
      ))}
    </SystemStatusCard>
  )
}

/** Only the card, for content that replaces the list. */
export function SystemStatusCard({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const t = useText(adminDashboardText)
  return (
    <CardSection id="system-status" title={t('systemStatus')} aside={aside}>
      <div className="divide-y divide-line">{children}</div>
    </CardSection>
  )
}

/** Runs all checks now and shows the new list. */
function RunAgain() {
  const t = useText(adminDashboardText)
  const language = useLanguage()
  const [isBusy, setIsBusy] = useState(false)

  async function run(): Promise<void> {
    setIsBusy(true)
    try {
      show(
        queryOf(getDiagnostics, { query: { language } }),
        await call(getDiagnostics, { query: { fresh: 'true', language } }),
      )
    } catch (error) {
      toast('error', messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button tone="secondary" size="small" isBusy={isBusy} onClick={() => void run()}>
      {t('runAgain')}
    </Button>
  )
}

const groupNames: Record<DiagnosticGroup, PlainKey<typeof adminDashboardText>> = {
  site: 'groupSite',
  machine: 'groupMachine',
  database: 'database',
  jobs: 'groupJobs',
  providers: 'groupProviders',
  gateways: 'groupGateways',
  email: 'groupEmail',
  backup: 'groupBackup',
  ledger: 'groupLedger',
}

function Group({ group, lines }: { group: DiagnosticGroup; lines: readonly DiagnosticLine[] }) {
  const t = useText(adminDashboardText)
  if (lines.length === 0) return null
  return (
    <section className="grid gap-x-4 gap-y-2 px-5 py-3 text-14 max-wide:px-4 wide:grid-cols-[9rem_minmax(0,1fr)]">
      <h3 className="text-13 leading-5 font-semibold text-ink-3">{t(groupNames[group])}</h3>
      <ul className="grid gap-2">
        {lines.map((line) => (
          <Line key={`${line.code} ${JSON.stringify(line.details)}`} line={line} />
        ))}
      </ul>
    </section>
  )
}

const levels = {
  ok: { Picture: CircleCheck, tone: 'text-ok', word: 'levelOk' },
  warning: { Picture: TriangleAlert, tone: 'text-foil-ink', word: 'levelWarning' },
  error: { Picture: CircleAlert, tone: 'text-bad', word: 'levelError' },
} as const

function Line({ line }: { line: DiagnosticLine }) {
  const t = useText(adminDashboardText)
  const { Picture, tone, word } = levels[line.level]
  const { sentence, advice } = line
  return (
    <li className="flex gap-2">
      <Picture aria-hidden className={`mt-px size-4.5 shrink-0 ${tone}`} />
      <p className="grid min-w-0 gap-0.5 wrap-anywhere">
        <span>
          <span className="sr-only">{t(word)}: </span>
          {sentence}
        </span>
        {advice !== null && <span className="text-13 text-ink-2">{advice}</span>}
      </p>
    </li>
  )
}
