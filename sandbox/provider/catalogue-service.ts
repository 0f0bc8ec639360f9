/** One service as the `services` action shows it: counts and rates are strings, the id is a number. */
export type CatalogueService = {
  service: number
  name: string
  type: string
  category: string
  rate: string
  min: string
  max: string
  refill?: boolean
  cancel?: boolean
  dripfeed?: boolean
  average_time?: string
  desc?: string
}
