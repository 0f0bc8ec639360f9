import { Link as RouterLink, NavLink as RouterNavLink, type LinkProps, type NavLinkProps } from 'react-router'
import { fetchTexts } from '#web/platform/i18n/fetch-texts.ts'

/** Where the code can not be fetched, React Router reloads this page; without the Navigation API nobody can hold that back. */
const prefetch = !import.meta.env.SSR && Reflect.has(window, 'navigation') ? 'intent' : 'none'

/** A link whose page is fetched, code and texts, as soon as somebody points at it. */
export function Link(props: LinkProps) {
  return <RouterLink prefetch={prefetch} {...props} {...withTexts(props)} />
}

export function NavLink(props: NavLinkProps) {
  return <RouterNavLink prefetch={prefetch} {...props} {...withTexts(props)} />
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
