import { allFigures, orderFigures } from '#server/modules/reports/counting/figures.ts'

export const monthsInvariant = {
  id: 'R4',
  says: "a month's figures are the sums of its completely counted days",
  sql: monthsUnlikeTheirDays(undefined),
}

/** From the oldest month with a day that changed since the last clean check. */
export const recentMonths = monthsUnlikeTheirDays(
  `(select coalesce(min(day), (select (counted_until at time zone 'UTC')::date from daily_progress)) from part_days)`,
)

/**
 * SQL: months of customers, services and providers, from a day on (also SQL), that are not the sums of their counted
 * days. Without a day there is no condition on it: the planner would expect few rows, and read all by an index.
 */
function monthsUnlikeTheirDays(since: string | undefined): string {
  return [
    unlike(
      { days: 'daily_customers', months: 'monthly_customers', key: 'user_id', figures: allFigures },
      since,
    ),
    unlike(
      {
        days: 'daily_services',
        months: 'monthly_services',
        key: 'service_id, provider_id',
        figures: orderFigures,
      },
      since,
    ),
  ].join(' union all ')
}

type Figures = { days: string; months: string; key: string; figures: readonly string[] }

function unlike({ days, months, key, figures }: Figures, since: string | undefined): string {
  const each = (write: (figure: string) => string) => figures.map(write).join(', ')
  const isSince = (column: string) =>
    since === undefined ? 'true' : `${column} >= (select date_trunc('month', (${since})::timestamp)::date)`
  return `
    select month from (
      select ${key}, date_trunc('month', day::timestamp)::date as month, ${each((figure) => `sum(${figure}) as ${figure}`)}
      from ${days} where ${isSince('day')} and day < (select (counted_until at time zone 'UTC')::date from daily_progress)
      group by ${key}, month) summed
    full join (select * from ${months} where ${isSince('month')}) stored using (${key}, month)
    where (${each((figure) => `coalesce(summed.${figure}, 0)`)}) <> (${each((figure) => `coalesce(stored.${figure}, 0)`)})`
}
