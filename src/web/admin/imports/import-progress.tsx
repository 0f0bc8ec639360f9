import { useState } from 'react'
import { type ImportRun, undoImport } from '#contract/catalogue/import-runs.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminImportsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Alert } from '#web/ui/feedback/error-state.tsx'
import { Progress } from '#web/ui/chart/progress.tsx'
import { ImportRowErrors } from './import-row-errors.tsx'
import { ImportStats } from './import-stats.tsx'
import { useImportRun } from './use-import-run.ts'

/** An import's progress, its results, and a button to undo it. */
export function ImportProgress({ first }: { first: ImportRun }) {
  const t = useText(adminImportsText)
  const format = useFormat()
  const [run, setRun] = useImportRun(first)
  const [isAsking, setIsAsking] = useState(false)
  const { id, provider, by, state, undone, translation } = run

  async function undo(): Promise<void> {
    setRun((await call(undoImport, { params: { id } })).import)
  }

  return (
    <>
      <CardSection title={t(state, { name: provider.name })}>
        <div className="grid gap-5 p-5 max-wide:p-4">
          {state === 'running' && <Running run={run} />}
          {run.failure !== null && (
            <Alert>{t(run.failure === 'currency_changed' ? 'currencyChanged' : 'stuck')}</Alert>
          )}
          {undone !== null && <output>{t('undoResult', counts(undone))}</output>}
          <ImportStats run={run} />
          {state !== 'running' && translation.failed > 0 && (
            <p className="text-14 text-ink-2">{t('notTranslated', { count: translation.failed })}</p>
          )}
          <p className="text-14 text-ink-3">
            {t('terms', { markup: run.markup_percentage })}
            {by !== null && <> · {t('byWhom', { name: by.name, time: format.dateTime(run.created_at) })}</>}
          </p>
          <div className="flex flex-wrap gap-3">
            {state !== 'running' && <LinkButton to="/admin/services">{t('toServices')}</LinkButton>}
            <LinkButton to="/admin/services/import" tone="secondary">
              {t('importMore')}
            </LinkButton>
            {run.can_be_undone && (
              <Button tone="quiet" onClick={() => setIsAsking(true)}>
                {t('undo')}
              </Button>
            )}
          </div>
        </div>
      </CardSection>
      {undone !== null && undone.left_services.length > 0 && (
        <CardSection title={t('leftServices')}>
          <ul className="grid list-none gap-2 p-5 text-14 max-wide:p-4">
            {undone.left_services.map((one) => (
              <li key={one.id}>
                <span className="figures text-ink-3">{one.id}</span> {one.name}
              </li>
            ))}
          </ul>
        </CardSection>
      )}
      <ImportRowErrors rows={run.row_errors} />
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('undoTitle')}
        action={t('undo')}
        onConfirm={undo}
      >
        {t('undoLead')}
      </Confirm>
    </>
  )
}

function Running({ run: { percent, stage, stats, translation } }: { run: ImportRun }) {
  const t = useText(adminImportsText)
  const written = stats.created + stats.updated + stats.skipped + stats.errors
  const text =
    stage === 'translating'
      ? t('translating', { done: translation.done + translation.failed, total: translation.total })
      : t('writing', { done: written, total: stats.total })
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <span>{text}</span>
        <span className="figures font-semibold">{t('percent', { percent })}</span>
      </div>
      <Progress label={t('progress')} share={percent / 100} valueText={text} />
      <p className="text-14 text-ink-3">{t('goesOn')}</p>
    </div>
  )
}

function counts({ deleted, retired, restored, left }: NonNullable<ImportRun['undone']>) {
  return { deleted, retired, restored, left }
}
