import { useLocation } from 'react-router'
import { type AdminService, deleteService } from '#contract/catalogue/admin-services.ts'
import type { AdminCategory } from '#contract/catalogue/sort-order.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminServicesText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { LinkButton } from '#web/ui/page/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'
import { type OpenedOver, withOpened } from './services-view.ts'
import { CategoriesOrder } from './categories-order.tsx'
import { ServiceForm } from './service-form.tsx'
import { ServiceSupplies } from './service-supplies.tsx'

type DialogsProps = {
  opened: OpenedOver
  /** The services of the shown page. */
  services: readonly AdminService[]
  categories: readonly AdminCategory[]
  onClose: () => Promise<void>
  /** A message about the result, shown on the page. */
  onDone: (message: string) => Promise<void>
}

/** The dialogs over the list of services. */
export function ServiceDialogs({ opened, services, categories, onClose, onDone }: DialogsProps) {
  const t = useText(adminServicesText)
  const close = { isOpen: true, onOpenChange: () => void onClose() }
  const service = 'id' in opened ? services.find(({ id }) => id === opened.id) : undefined
  // Closed first: a reload while the URL changes would be lost.
  async function finish(message: string): Promise<void> {
    await onClose()
    await onDone(message)
  }
  if (opened.dialog === 'add')
    return (
      <Dialog {...close} isWide title={t('addTitle')} description={t('addLead')}>
        <ServiceForm categories={categories} onDone={(message) => void finish(message)} />
      </Dialog>
    )
  if (opened.dialog === 'categories')
    return (
      <Dialog {...close} title={t('categoriesTitle')} description={t('categoriesLead')}>
        <CategoriesOrder categories={categories} />
      </Dialog>
    )
  if (service === undefined) return null
  if (opened.dialog === 'edit')
    return (
      <Dialog {...close} isWide title={t('editTitle')}>
        <OtherActions id={service.id} />
        <ServiceForm service={service} categories={categories} onDone={(message) => void finish(message)} />
      </Dialog>
    )
  if (opened.dialog === 'supplies')
    return (
      <Dialog {...close} isWide title={t('suppliesTitle')} description={t('suppliesLead')}>
        <ServiceSupplies service={service} />
      </Dialog>
    )
  return <DeleteService service={service} onClose={onClose} onDone={onDone} />
}

/** For narrow screens, where a row has no space for its buttons. */
function OtherActions({ id }: { id: number }) {
  const t = useText(adminServicesText)
  const { search } = useLocation()
  const to = (dialog: 'supplies' | 'delete') => ({ search: withOpened(search, { dialog, id }) })
  return (
    <div className="flex flex-wrap gap-2 wide:hidden">
      <LinkButton tone="secondary" size="small" to={to('supplies')} state={keepsFocus} preventScrollReset>
        {t('suppliesTitle')}
      </LinkButton>
      <LinkButton tone="secondary" size="small" to={to('delete')} state={keepsFocus} preventScrollReset>
        {t('deleteAction')}
      </LinkButton>
    </div>
  )
}

function DeleteService({
  service: { id, name },
  onClose,
  onDone,
}: Pick<DialogsProps, 'onClose' | 'onDone'> & { service: AdminService }) {
  const t = useText(adminServicesText)
  async function remove(): Promise<void> {
    await call(deleteService, { params: { id } }).catch((error: unknown) => {
      throw new Error(t('deleteFailed', { message: messageOf(error) }), { cause: error })
    })
    await onDone(t('deleted', { name }))
  }
  return (
    <Confirm
      isOpen
      onOpenChange={() => void onClose()}
      title={t('deleteTitle', { name })}
      action={t('deleteAction')}
      onConfirm={remove}
    >
      {t('deleteLead')}
    </Confirm>
  )
}
