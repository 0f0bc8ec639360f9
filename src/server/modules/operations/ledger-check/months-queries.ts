const orderFigures = ['orders', 'sold', 'refunded', 'cost']

/** SQL: months of customers, services and providers that are not the sums of their completely counted days. */
export const monthsUnlikeTheirDays = [
  monthsUnlike({
    days: 'daily_customers',
    months: 'monthly_customers',
    key: 'user_id',
    figures: [...orderFigures, 'deposits', 'bonuses', 'corrections'],
  }),
  monthsUnlike({
    days: 'daily_services',
    months: 'monthly_services',
    key: 'service_id, provider_id',
    figures: orderFigures,
  }),
].join(' union all ')

type Figures = { days: string; months: string; key: string; figures: readonly string[] }

function monthsUnlike({ days, months, key, figures }: Figures): string {
  const each = (write: (figure: string) => string) => figures.map(write).join(', ')
  return `
    select month from (
      select ${key}, date_trunc('month', day::timestamp)::date as month, ${each((figure) => `sum(${figure}) as ${figure}`)}
      from ${days} where day < (select (counted_until at time zone 'UTC')::date from daily_progress)
      group by ${key}, month) summed
    full join ${months} stored using (${key}, month)
    where (${each((figure) => `coalesce(summed.${figure}, 0)`)}) <> (${each((figure) => `coalesce(stored.${figure}, 0)`)})`
}
