import { useEffect } from 'react'
import { listOrderedServices } from '#contract/catalogue/favourites.ts'
import { call } from '#web/platform/api/call.ts'
import { report } from '#web/platform/api/report.ts'
import { useSession } from '#web/platform/session/session.ts'
import { loadFavourites, readFavourites } from '#web/parts/favourites/favourites.ts'

let ordered: { userId: number; ids: readonly number[] } | undefined

const none: ReadonlySet<number> = new Set()

/**
 * Asks for what stands on top of a list of services, before it is opened, and answers how to read it: at each search, so that
 * nothing moves under whoever looks at what was found. What can not be had is left out.
 */
export function useOwnServices(): () => { favourites: ReadonlySet<number>; ordered: readonly number[] } {
  const userId = useSession()?.user.id
  useEffect(() => {
    if (userId === undefined) return
    void loadFavourites()
    void loadOrdered(userId)
  }, [userId])
  return readOwnServices
}

function readOwnServices() {
  return { favourites: readFavourites() ?? none, ordered: ordered?.ids ?? [] }
}

async function loadOrdered(userId: number): Promise<void> {
  if (ordered?.userId !== userId) ordered = undefined
  try {
    const { service_ids: ids } = await call(listOrderedServices, { query: {} })
    ordered = { userId, ids }
  } catch (error) {
    report(error)
  }
}
