import { use, useState } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useNavigation } from 'react-router'

/**
 * Whether something that belongs to the current page is open: it closes when the user leaves that page in any way. What
 * is opened while another page is loading belongs to that page and stays open.
 */
export function useOpenHere(isOpenFirst = false): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const { key } = useLocation()
  const coming = useNavigation().location?.key
  const router = use(RouterContext)?.router
  const [openedOn, setOpenedOn] = useState(() => (isOpenFirst ? (coming ?? key) : undefined))
  return [
    openedOn !== undefined && (openedOn === key || openedOn === coming),
    (isOpen) => {
      // The router knows the next location before it is painted.
      const next = router?.state.navigation.location ?? router?.state.location
      setOpenedOn(isOpen ? (next?.key ?? key) : undefined)
    },
  ]
}
