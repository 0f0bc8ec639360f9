import { frameText } from '#web/parts/frame/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useSite } from '#web/platform/page/site-facts.ts'

/** The operator's contacts for support outside the site. */
export function SupportContact() {
  const t = useText(frameText)
  const { email, telegram } = useSite().contact
  const handle = telegram?.replace(/^(?:https?:\/\/)?(?:t\.me\/)?@?/, '')
  const link =
    'inline-flex min-h-9 items-center justify-self-start text-14 text-ink-2 hover:text-petrol hover:underline'
  return (
    <>
      {email !== null && (
        <a href={`mailto:${email}`} className={link}>
          {email}
        </a>
      )}
      {handle !== undefined && handle !== '' && (
        <a href={`https://t.me/${encodeURIComponent(handle)}`} rel="noreferrer" className={link}>
          {t('onTelegram', { handle: `@${handle}` })}
        </a>
      )}
    </>
  )
}
