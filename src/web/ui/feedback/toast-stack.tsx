import { Toast } from '@base-ui/react/toast'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { showToastsBy, takeToasts, type ToastEntry, type ToastKind } from './toasts.tsx'

const shownMilliseconds = 3_000 // spec §9
const shownMax = 4

const manager = Toast.createToastManager()

/** An error stays until it is closed; what has the pointer or the focus stays while it has it. */
function showToast({ kind, message }: ToastEntry): void {
  manager.add({
    type: kind,
    // Its name, too: it is a dialog to whoever hears it.
    title: message,
    timeout: kind === 'error' ? 0 : shownMilliseconds,
    priority: kind === 'error' ? 'high' : 'low',
  })
}

/** The toasts by Base UI: F6 leads to them, a swipe takes one away, and none goes while the window is not looked at. */
export function ToastStack() {
  const t = useText(commonText)
  // After the provider's own effect, by which it listens to the manager.
  useEffect(() => showToastsBy(() => takeToasts().forEach(showToast)), [])
  return (
    <Toast.Provider toastManager={manager} limit={shownMax}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t('notifications')}
          className="pointer-events-none fixed end-4 top-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2 outline-offset-4"
        >
          <Shown />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

const looks = {
  success: { Picture: CircleCheck, ink: 'text-ok' },
  error: { Picture: CircleAlert, ink: 'text-bad' },
  info: { Picture: Info, ink: 'text-info' },
} satisfies Record<ToastKind, unknown>

function Shown() {
  const t = useText(commonText)
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => {
    const { Picture, ink } = looks[isKind(toast.type) ? toast.type : 'info']
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['right', 'up']}
        className={cx(
          'pointer-events-auto flex items-start gap-3 rounded-card border border-line bg-surface py-2 ps-4 pe-2 shadow-receipt',
          'data-limited:hidden translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) transition-opacity duration-120 data-ending-style:opacity-0',
        )}
      >
        <Picture aria-hidden className={cx('mt-2 size-5 shrink-0', ink)} />
        <Toast.Title render={<p className="min-w-0 flex-1 py-2 text-14 wrap-anywhere" />} />
        <Toast.Close
          aria-label={t('close')}
          className="grid size-9 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </Toast.Close>
      </Toast.Root>
    )
  })
}

function isKind(type: string | undefined): type is ToastKind {
  return type !== undefined && Object.hasOwn(looks, type)
}
