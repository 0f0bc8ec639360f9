import type { Money } from '#contract/money.ts'

export type FoundService = { id: number; name: string; rate: Money }
export type ServiceSearch = (text: string) => Promise<readonly FoundService[]>

let search: ServiceSearch = async () => []

/** The catalogue says here how the command palette finds a service by id or name. */
export function provideServiceSearch(provided: ServiceSearch): void {
  search = provided
}

export function searchServices(text: string): Promise<readonly FoundService[]> {
  return search(text)
}
