import { use, useState } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useNavigation } from 'react-router'

/**
 * Whether something is open that belongs to the page it was opened on: it closes when one leaves that by whatever way. What
 * is opened while another page is on its way is opened there, and stays when that comes.
 */
export function useOpenHere(isOpenFirst = false): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const { key } = useLocation()
  const coming = useNavigation().location?.key
  const router = use(RouterContext)?.router
  const [openedOn, setOpenedOn] = useState(() => (isOpenFirst ? (coming ?? key) : undefined))
  return [
    openedOn !== undefined && (openedOn === key || openedOn === coming),
    (isOpen) => {
      // What the router knows of is painted some moments later.
      const next = router?.state.navigation.location ?? router?.state.location
      setOpenedOn(isOpen ? (next?.key ?? key) : undefined)
    },
  ]
}
