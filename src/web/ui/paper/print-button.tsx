import Printer from 'lucide-react/icons/printer'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button, type ButtonSize, type ButtonTone } from '#web/ui/page/button.tsx'

/** Prints the page with ui/styles/print.css: content without controls. */
export function PrintButton({
  tone = 'secondary',
  size = 'normal',
}: {
  tone?: ButtonTone
  size?: ButtonSize
}) {
  const t = useText(commonText)
  return (
    <Button tone={tone} size={size} onClick={() => window.print()}>
      <Printer aria-hidden className="size-4" />
      {t('print')}
    </Button>
  )
}
