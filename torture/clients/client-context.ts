import type { ProviderName } from '#torture/sandboxes/catalogue.ts'
import type { Sandboxes } from '#torture/sandboxes/start-sandboxes.ts'

import type { ClientRecords } from './client-records.ts'
import type { Caller } from './call-product.ts'
import type { StaffClient } from './staff-client.ts'
import type { History } from './history.ts'

/** The kind of violation: an acknowledged thing is missing, was done twice, waits forever, took too long, or other. */
export type ViolationKind = 'lost' | 'duplicated' | 'stuck' | 'slow' | 'other'
export type Violate = (kind: ViolationKind, what: string) => void

/** What the clients of a run share. */
export type ClientContext = {
  seed: number
  caller: Caller
  sandboxes: Sandboxes
  records: ClientRecords
  history: History
  violate: Violate
  staffClient: StaffClient
  /** The product's ids of the providers. */
  providers: Record<ProviderName, number>
  /** Ids of the services on sale, by name. */
  services: ReadonlyMap<string, number>
  /** The product's order that has a provider's order id, which only the database knows. */
  findHolder: (provider: ProviderName, order: number) => Promise<number | undefined>
  /** Nothing new is started; work in progress is finished. */
  stopSignal: AbortSignal
  /** The end of the run: no answer is awaited. */
  giveUp: AbortSignal
}
