import type { AnswerOf } from '#contract/base/endpoint.ts'
import { type NameRule, previewNames } from '#contract/catalogue/name-rules.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminNamesText } from '#web/admin/services/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Table } from '#web/ui/list/table.tsx'

type Preview = AnswerOf<typeof previewNames>

export type Seen = { rules: NameRule[]; shown: Preview }

type NamesProps = { seen: Seen; isBusy: boolean; onMore: () => void; onApply: () => void }

/** A preview of the names after the rules. */
export function CleanedNames({ seen: { shown }, isBusy, onMore, onApply }: NamesProps) {
  const t = useText(adminNamesText)
  const format = useFormat()
  const cell = (text: string) => <span className="text-14 wrap-anywhere">{text}</span>
  return (
    <section className="grid gap-3" aria-live="polite">
      <p className="font-semibold">
        {t('looked', { services: format.number(shown.services), count: format.number(shown.changed) })}
      </p>
      {shown.emptied > 0 && <p className="text-14 text-ink-2">{t('emptied', { count: shown.emptied })}</p>}
      {shown.names.length > 0 && (
        <Card isFlush>
          <Table
            caption={t('table')}
            isCompact
            rows={shown.names}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'before',
                heading: t('before'),
                narrow: 'second',
                cell: ({ before }) => cell(before),
              },
              { key: 'after', heading: t('after'), narrow: 'first', cell: ({ after }) => cell(after) },
            ]}
          />
        </Card>
      )}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} onClick={onApply}>
          {shown.changed === 0 ? t('keepOnly') : t('apply', { count: shown.changed })}
        </Button>
        {shown.names.length < shown.changed && (
          <Button tone="secondary" isBusy={isBusy} onClick={onMore}>
            {t('more')}
          </Button>
        )}
      </div>
    </section>
  )
}
