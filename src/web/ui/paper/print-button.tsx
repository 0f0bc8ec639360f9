import Printer from 'lucide-react/icons/printer'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button, type ButtonSize, type ButtonTone } from '#web/ui/page/button.tsx'

/** Puts the page on paper as ui/styles/print.css has it: what is read, and nothing that is pressed. */
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
