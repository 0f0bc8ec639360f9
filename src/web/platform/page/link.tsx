import {
  Link as RouterLink,
  type LinkProps,
  NavLink as RouterNavLink,
  type NavLinkProps,
  useResolvedPath,
} from 'react-router'
import { takesVisitorTags } from '#contract/site/public-pages.ts'
import { fetchTexts } from '#web/platform/i18n/fetch-texts.ts'

/** If the code can't be fetched, React Router reloads this page; without the Navigation API that can't be prevented. */
const prefetch = !import.meta.env.SSR && Reflect.has(window, 'navigation') ? 'intent' : 'none'

/** A link that prefetches its page, code and texts, as soon as it is hovered. */
export function Link(props: LinkProps) {
  const leaves = useLeavesTags(props.to)
  return <RouterLink prefetch={prefetch} {...leaves} {...props} {...withTexts(props)} />
}

export function NavLink(props: NavLinkProps) {
  const leaves = useLeavesTags(props.to)
  return <RouterNavLink prefetch={prefetch} {...leaves} {...props} {...withTexts(props)} />
}

/**
 * Where third-party scripts run (visitor-tag-script.ts), a page without them is loaded as a new document: they are gone
 * before anyone signs in.
 */
function useLeavesTags(to: LinkProps['to']): Pick<LinkProps, 'prefetch' | 'reloadDocument'> {
  const { pathname } = useResolvedPath(to)
  const isTagged = !import.meta.env.SSR && 'tagged' in document.documentElement.dataset
  return isTagged && !takesVisitorTags(pathname) ? { reloadDocument: true, prefetch: 'none' } : {}
}

function withTexts({ onPointerEnter, onFocus }: LinkProps | NavLinkProps) {
  return {
    onPointerEnter: (event) => {
      fetchTexts(event.currentTarget.pathname)
      onPointerEnter?.(event)
    },
    onFocus: (event) => {
      fetchTexts(event.currentTarget.pathname)
      onFocus?.(event)
    },
  } satisfies Pick<LinkProps, 'onPointerEnter' | 'onFocus'>
}
