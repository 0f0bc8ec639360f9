import type { Overview, SystemState } from '#contract/operations/overview.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminDashboardText } from './texts.en.ts'
import { type PlainKey, useText } from '#web/platform/i18n/text.ts'
import { Badge, type Tone } from '#web/ui/text/badge.tsx'
import { CardSection } from '#web/ui/page/card.tsx'

const states: Record<SystemState, { tone: Tone; word: PlainKey<typeof adminDashboardText> }> = {
  ok: { tone: 'ok', word: 'stateOk' },
  waits: { tone: 'foil', word: 'stateWaits' },
  down: { tone: 'bad', word: 'stateDown' },
  unset: { tone: 'neutral', word: 'stateUnset' },
}

/** Each part of the product with its status and the figure behind it; measured, not asserted. */
export function SystemStatus({ system }: { system: Overview['system'] }) {
  const t = useText(adminDashboardText)
  const format = useFormat()
  const { database, workers, jobs, sending, checking, providers, gateway, mail, disk, backup } = system
  const due = (count: number) => t('isDue', { count })
  return (
    <CardSection id="system-status" title={t('systemStatus')}>
      <dl className="divide-y divide-line text-14">
        <Line label={t('database')} state={database.state}>
          {t('answersIn', { milliseconds: format.number(database.milliseconds) })}
        </Line>
        <Line label={t('workers')} state={workers.state}>
          {t('areRunning', { count: workers.count })}
        </Line>
        <Line label={t('jobs')} state={jobs.state}>
          {jobs.failing.length === 0 ? t('noneFails') : jobs.failing.join(', ')}
        </Line>
        <Line label={t('sending')} state={sending.state}>
          {due(sending.due)}
        </Line>
        <Line label={t('checking')} state={checking.state}>
          {due(checking.due)}
        </Line>
        <Line label={t('providersAre')} state={providers.state}>
          {t('ofThemPaused', { all: providers.count, paused: providers.paused })}
        </Line>
        <Line label={t('gateway')} state={gateway.state}>
          {due(gateway.due)}
        </Line>
        <Line label={t('mail')} state={mail.state}>
          {due(mail.due)}
        </Line>
        <Line label={t('backup')} state={backup.state}>
          {backup.finished_at === null ? t('neverBackedUp') : format.dateTime(backup.finished_at, 'medium')}
        </Line>
        <Line label={t('disk')} state={disk.state}>
          {disk.free_bytes === null ? '–' : t('isFree', { size: format.bytes(disk.free_bytes) })}
        </Line>
      </dl>
    </CardSection>
  )
}

function Line({ label, state, children }: { label: string; state: SystemState; children: string }) {
  const t = useText(adminDashboardText)
  const { tone, word } = states[state]
  return (
    <div className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-5 py-1.5 max-wide:px-4 min-[480px]:grid-cols-[minmax(0,1fr)_auto_6.5rem]">
      <dt>{label}</dt>
      <dd className="text-ink-3 max-[479px]:col-start-1">{children}</dd>
      <dd className="text-end max-[479px]:col-start-2 max-[479px]:row-span-2 max-[479px]:row-start-1">
        <Badge tone={tone}>{t(word)}</Badge>
      </dd>
    </div>
  )
}
