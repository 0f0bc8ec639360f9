import type { Random } from '#sandbox/provider/random.ts'
import type { ClientRecords } from '#torture/clients/client-records.ts'
import type { StaffClient } from '#torture/clients/staff-client.ts'
import type { History } from '#torture/clients/history.ts'
import type { Violate } from '#torture/clients/client-context.ts'
import type { Product } from '#torture/product/run-product.ts'
import type { RunDatabase } from '#torture/run/open-database.ts'
import type { ProviderName } from '#torture/sandboxes/catalogue.ts'
import type { Sandboxes } from '#torture/sandboxes/start-sandboxes.ts'

/** A fault's requirements; if a run lacks one, the fault is skipped and the run says so. */
export type Need =
  | 'proxy'
  | 'postmaster'
  | 'worker node'
  | 'small disk'
  | 'roles'
  | 'pooler'
  | 'one process'
  | 'npm'

/** Everything that a fault may affect. */
export type Stage = {
  product: Product
  database: RunDatabase
  sandboxes: Sandboxes
  records: ClientRecords
  history: History
  random: Random
  violate: Violate
  staffClient: StaffClient
  /** The product's ids of the providers. */
  providers: Record<ProviderName, number>
  /** Offsets the wall clock of the product, or of one of its parts, by this many ms; 0 resets it. */
  setClock: (offsetMs: number, part?: string) => void
  /** Fills the database's disk to the last byte; the function that it returns frees the space. */
  fillDisk?: () => () => void
}

export type Fault = {
  name: string
  needs: readonly Need[]
  /** Approximate duration including recovery, which determines whether it fits into a short run. */
  seconds: number
  /** Seconds within which an order must be answered again; 15 by default. */
  ordersWithinSeconds?: number
  /** Injects the fault and resolves with the time from which the product could recover, by `performance.now`. */
  strike: (stage: Stage) => Promise<number>
}
