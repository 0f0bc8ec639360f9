import Download from 'lucide-react/icons/download'
import Eraser from 'lucide-react/icons/eraser'
import ListTree from 'lucide-react/icons/list-tree'
import Plus from 'lucide-react/icons/plus'
import { adminServicesText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button, LinkButton } from '#web/ui/page/button.tsx'

export function AdminServicesActions({ onAdd, onArrange }: { onAdd: () => void; onArrange: () => void }) {
  const t = useText(adminServicesText)
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="quiet" size="small" onClick={onArrange}>
        <ListTree aria-hidden className="size-4" />
        {t('arrangeCategories')}
      </Button>
      <LinkButton tone="quiet" size="small" to="/admin/services/names">
        <Eraser aria-hidden className="size-4" />
        {t('cleanNames')}
      </LinkButton>
      <LinkButton tone="secondary" size="small" to="/admin/services/import">
        <Download aria-hidden className="size-4" />
        {t('importServices')}
      </LinkButton>
      <Button size="small" onClick={onAdd}>
        <Plus aria-hidden className="size-4" />
        {t('addManual')}
      </Button>
    </div>
  )
}
