import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Copy from 'lucide-react/icons/copy'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Layers from 'lucide-react/icons/layers'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#web/platform/page/link.tsx'
import { type AdminService, duplicateService } from '#contract/catalogue/admin-services.ts'
import type { BodyOf } from '#contract/base/endpoint.ts'
import { placeService } from '#contract/catalogue/sort-order.ts'
import { messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { adminServicesText } from '#web/admin/services/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { IconButton } from '#web/ui/page/button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { keepsFocus } from '#web/ui/url/use-url-state.ts'
import { dragRow } from './drag-row.ts'
import { type OpenedOver, withOpened } from '#web/admin/services/services-view.ts'

type RowActionsProps = {
  service: AdminService
  /** Set if moving makes sense: within a category, in the operator's order. */
  onMoved: ((service: AdminService) => Promise<{ isOnPage: boolean }>) | undefined
  onCopied: (copy: AdminService) => Promise<void>
}

/** The actions for one service of the list. */
export function ServiceRowActions({ service, onMoved, onCopied }: RowActionsProps) {
  const t = useText(adminServicesText)
  const { id, name } = service
  const [isCopying, setIsCopying] = useState(false)
  const own = useRef<HTMLSpanElement>(null)
  async function move(to: BodyOf<typeof placeService>): Promise<void> {
    const row = own.current?.closest('tr')
    const hadFocus = row?.contains(document.activeElement) ?? false
    const neighbour = row?.previousElementSibling ?? row?.nextElementSibling
    try {
      await call(placeService, { params: { id }, body: to })
      const moved = await onMoved?.(service)
      // React keeps the focus in a row that moves, but not in one that moves to another page.
      if (moved?.isOnPage === false && hadFocus)
        neighbour?.querySelector<HTMLElement>(`[data-move="${to.move}"]`)?.focus()
    } catch (error) {
      toast('error', messageOf(error, t('moveFailed')))
    }
  }
  async function copy(): Promise<void> {
    setIsCopying(true)
    try {
      await onCopied((await call(duplicateService, { params: { id } })).service)
    } catch (error) {
      toast('error', messageOf(error, t('copyFailed')))
    } finally {
      setIsCopying(false)
    }
  }
  return (
    <span ref={own} className="relative z-10 inline-flex items-center">
      {onMoved !== undefined && (
        <>
          {/* The two buttons next to it do the same with the keyboard, and without dragging. */}
          <span
            data-row-id={id}
            title={t('drag')}
            aria-hidden
            className="inline-grid size-9 cursor-grab touch-none place-items-center text-ink-3 hover:text-ink max-wide:hidden"
            onPointerDown={(event) => dragRow(event, (to) => void move(to))}
          >
            <GripVertical className="size-4" />
          </span>
          <IconButton
            data-move="up"
            label={t('moveUp', { name })}
            className="size-9"
            onClick={() => void move({ move: 'up' })}
          >
            <ArrowUp aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            data-move="down"
            label={t('moveDown', { name })}
            className="size-9"
            onClick={() => void move({ move: 'down' })}
          >
            <ArrowDown aria-hidden className="size-4" />
          </IconButton>
        </>
      )}
      <ActionLink opened={{ dialog: 'supplies', id }} label={t('supplies', { name })}>
        <Layers aria-hidden className="size-4" />
      </ActionLink>
      <ActionLink opened={{ dialog: 'edit', id }} label={t('edit', { name })}>
        <Pencil aria-hidden className="size-4" />
      </ActionLink>
      <IconButton
        label={t('copy', { name })}
        isBusy={isCopying}
        className="size-9"
        onClick={() => void copy()}
      >
        <Copy aria-hidden className="size-4" />
      </IconButton>
      <ActionLink opened={{ dialog: 'delete', id }} label={t('remove', { name })}>
        <Trash2 aria-hidden className="size-4" />
      </ActionLink>
    </span>
  )
}

function ActionLink({ opened, label, children }: { opened: OpenedOver; label: string; children: ReactNode }) {
  const { search } = useLocation()
  return (
    <Link
      to={{ search: withOpened(search, opened) }}
      state={keepsFocus}
      preventScrollReset
      aria-label={label}
      title={label}
      className="inline-grid size-9 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink"
    >
      {children}
    </Link>
  )
}
