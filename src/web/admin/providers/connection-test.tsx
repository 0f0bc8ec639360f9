import { useState } from 'react'
import type { ConnectionTestLine } from '#contract/base/connection-test.ts'
import { checkProvider, type Provider } from '#contract/providers/providers.ts'
import { getProvider } from '#contract/providers/provider-actions.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminProvidersText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { reread } from '#web/platform/query/reread.ts'
import { Button } from '#web/ui/page/button.tsx'
import { CardSection } from '#web/ui/page/card.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ConnectionFindings } from './connection-findings.tsx'

/** The last connection test, and a button to repeat it. */
export function ConnectionTest({
  provider,
  lines,
}: {
  provider: Provider
  lines: readonly ConnectionTestLine[] | null
}) {
  const t = useText(adminProvidersText)
  const [isBusy, setIsBusy] = useState(false)
  const { id, examined_at: examinedAt } = provider

  async function check(): Promise<void> {
    setIsBusy(true)
    try {
      await call(checkProvider, { params: { id } })
    } catch (error) {
      toast('error', messageOf(error))
    } finally {
      setIsBusy(false)
      await reread(getProvider)
    }
  }
  return (
    <CardSection
      title={t('checkTitle')}
      aside={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13 text-ink-3">
          {examinedAt !== null && (
            <span>
              {t('checkedAt')} <RelativeTime date={examinedAt} />
            </span>
          )}
          <Button tone="secondary" size="small" isBusy={isBusy} onClick={() => void check()}>
            {t('checkNow')}
          </Button>
        </span>
      }
    >
      {lines === null ? (
        <p className="px-5 py-5 text-14 text-ink-2 max-wide:px-4">
          {t('checkNever')} {t('checkLead')}
        </p>
      ) : (
        <ConnectionFindings lines={lines} />
      )}
    </CardSection>
  )
}
