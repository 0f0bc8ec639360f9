import { useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import { type getNameRules, undoNames } from '#contract/catalogue/name-rules.ts'
import { call } from '#web/platform/api/call.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminNamesText } from '#web/admin/services/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button } from '#web/ui/page/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

type Last = NonNullable<AnswerOf<typeof getNameRules>['last']>

/** The last cleaning, which can be undone. */
export function LastCleaning({ last, onUndone }: { last: Last; onUndone: (count: number) => Promise<void> }) {
  const t = useText(adminNamesText)
  const format = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-14 text-ink-2">
        {t('last', { count: format.number(last.changed), date: format.dateTime(last.created_at) })}
        {last.by !== null && ` · ${last.by}`}
      </p>
      <Button tone="secondary" size="small" onClick={() => setIsAsking(true)}>
        {t('undo')}
      </Button>
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={t('undoTitle')}
        action={t('undo')}
        onConfirm={async () => {
          const { restored } = await call(undoNames, { body: { id: last.id } })
          await onUndone(restored)
        }}
      >
        {t('undoLead')}
      </Confirm>
    </Card>
  )
}
