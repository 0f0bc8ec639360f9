import type { Random } from '#sandbox/provider/random.ts'
import type { Book } from '#torture/people/book.ts'
import type { Desk } from '#torture/people/desk.ts'
import type { History } from '#torture/people/history.ts'
import type { Violate } from '#torture/people/town.ts'
import type { Product } from '#torture/product/run-product.ts'
import type { RunDatabase } from '#torture/run/open-database.ts'
import type { ProviderName } from '#torture/world/catalogue.ts'
import type { World } from '#torture/world/start-world.ts'

/** What a fault needs of a run; where it is missing, the fault is left out, and the run says so. */
export type Need = 'proxy' | 'postmaster' | 'small disk' | 'roles' | 'pooler' | 'one process' | 'npm'

/** All that a fault may lay hands on. */
export type Stage = {
  product: Product
  database: RunDatabase
  world: World
  book: Book
  history: History
  random: Random
  violate: Violate
  desk: Desk
  /** Our ids of the providers. */
  providers: Record<ProviderName, number>
  /** Sets the wall clock of the product, or of one of its parts, off by that much; 0 sets it right. */
  setClock: (offsetMs: number, part?: string) => void
  /** Fills the database's disk to the last byte; the answer frees it. */
  fillDisk?: () => () => void
}

export type Fault = {
  name: string
  needs: readonly Need[]
  /** About how long it takes, recovery included: what fits into a short run. */
  seconds: number
  /** An order must be answered again within that many seconds; 15 unless it is said. */
  ordersWithinSeconds?: number
  /** Does the harm and answers when the product could begin to recover: on `performance.now`. */
  strike: (stage: Stage) => Promise<number>
}
