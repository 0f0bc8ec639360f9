import { frameText } from '#web/parts/frame/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { useRichText } from '#web/platform/i18n/use-rich-text.tsx'
import { LinkButton } from '#web/ui/page/button.tsx'

/** The page for an address that does not exist. */
export function NotFound({ path }: { path: string }) {
  const t = useText(frameText)
  const rich = useRichText(frameText)
  return (
    <div className="grid justify-items-start gap-4 py-14">
      <p className="figures text-ink-3">404</p>
      <h1 className="text-40 font-bold tracking-tight">{t('notFoundTitle')}</h1>
      <p className="max-w-column text-17 text-ink-2">
        {rich('notFoundLead', { path: <span className="figures text-15 break-all">{path}</span> })}
      </p>
      <LinkButton to="/">{t('toHome')}</LinkButton>
    </div>
  )
}
