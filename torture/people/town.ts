import type { ProviderName } from '#torture/world/catalogue.ts'
import type { World } from '#torture/world/start-world.ts'

import type { Book } from './book.ts'
import type { Caller } from './call-product.ts'
import type { Desk } from './desk.ts'
import type { History } from './history.ts'

/** What is wrong: something acknowledged is gone, something was done twice, waits for ever, took too long, or else. */
export type ViolationKind = 'lost' | 'duplicated' | 'stuck' | 'slow' | 'other'
export type Violate = (kind: ViolationKind, what: string) => void

/** Where the people of a run live: what they share. */
export type Town = {
  seed: number
  caller: Caller
  world: World
  book: Book
  history: History
  violate: Violate
  desk: Desk
  /** Our ids of the providers. */
  providers: Record<ProviderName, number>
  /** The ids of what is sold, by name. */
  services: ReadonlyMap<string, number>
  /** The order of ours that holds a provider's number, as only the database tells. */
  findHolder: (provider: ProviderName, order: number) => Promise<number | undefined>
  /** Nothing new is begun any more; what is under way is finished. */
  wantsNoMore: AbortSignal
}
