import ShieldCheck from 'lucide-react/icons/shield-check'
import { lazy, useEffect } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { adoptLanguage, inOwnLanguage } from '#web/platform/language/own-language.ts'
import { adminFrameText } from '#web/parts/staff/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { requireAdmin, requireSession, securityPath } from '#web/platform/session/guard.ts'
import { useSession } from '#web/platform/session/session.ts'
import { refreshUser } from '#web/parts/wallet/use-live-balance.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { useFenced, useMenuCounts } from '#web/parts/staff/attention.ts'
import { adminMenus } from '#web/parts/staff/staff-entries.ts'
import { AppFrame } from '#web/parts/frame/app-frame.tsx'
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx'

const FencedBand = lazy(() => import('#web/parts/restored/fenced-band.tsx'))

export const clientMiddleware = [requireSession, requireAdmin, inOwnLanguage]

/**
 * The frame of the admin pages. It is rendered from the stored session while the profile is fetched: users who are no
 * longer admins are sent to their own pages, and staff who need a second factor to its setup. Nothing in it is secret.
 */
export default function AdminLayout() {
  const t = useText(adminFrameText)
  const user = useSession()?.user
  const navigate = useNavigate()
  useEffect(() => void refreshUser().then(adoptLanguage), [])
  const isDemoted = user !== undefined && user.role !== 'admin'
  const needsFactor = user?.needs_two_factor === true
  const elsewhere = isDemoted ? '/dashboard' : needsFactor ? securityPath : undefined
  useEffect(() => {
    if (elsewhere !== undefined) void navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])

  const fenced = useFenced()
  const { groups, userMenu, wayBack } = adminMenus(t, user, { counts: useMenuCounts(), format: useFormat() })
  return (
    <AppFrame
      home="/admin/dashboard"
      groups={groups}
      last={wayBack}
      userMenu={userMenu}
      onTop={<Side />}
      verifying={t('verifying')}
    >
      <LazyPart>{fenced !== null && <FencedBand fenced={fenced} />}</LazyPart>
      {elsewhere === undefined && <Outlet />}
    </AppFrame>
  )
}

/** Marks the admin side, where customers see their balance. */
function Side() {
  const t = useText(adminFrameText)
  return (
    <p className="me-2 flex items-center gap-2 text-14 font-semibold text-petrol">
      <ShieldCheck aria-hidden strokeWidth={1.5} className="size-4.5" />
      <span className="max-[479px]:sr-only">{t('title')}</span>
    </p>
  )
}
