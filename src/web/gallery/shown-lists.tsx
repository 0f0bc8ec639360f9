import { Badge, Chip } from '#web/ui/badge.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { MoneyText } from '#web/ui/money.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Shown } from './shown.tsx'

const row = 'flex flex-wrap items-center gap-3'
const tones = ['ok', 'foil', 'info', 'petrol', 'bad', 'neutral'] as const

type Line = { id: number; service: string; price: bigint; status: string }

const lines: Line[] = [
  { id: 1024, service: 'Followers, real and active', price: 310_000_000n, status: 'Completed' },
  { id: 1025, service: 'Views, fast start', price: 420_000n, status: 'Processing' },
  { id: 1026, service: 'Likes, lifetime refill', price: 1_250_000_000n, status: 'Pending' },
]

const columns: Column<Line>[] = [
  { key: 'id', heading: 'ID', cell: ({ id }) => <span className="figures">{id}</span>, narrow: 'second' },
  { key: 'service', heading: 'Service', cell: ({ service }) => service, narrow: 'first' },
  {
    key: 'price',
    heading: 'Price',
    align: 'end',
    cell: ({ price }) => <MoneyText amount={price} />,
    narrow: 'end',
  },
  { key: 'status', heading: 'Status', cell: ({ status }) => <Badge>{status}</Badge>, narrow: 'second-end' },
]

export const lists: readonly Shown[] = [
  {
    file: 'badge',
    states: {
      states: (
        <p className={row}>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </p>
      ),
      properties: (
        <p className={row}>
          {tones.map((tone) => (
            <Chip key={tone} tone={tone}>
              {tone}
            </Chip>
          ))}
        </p>
      ),
    },
  },
  {
    file: 'card',
    states: {
      plain: <Card>What is in it.</Card>,
      'with a heading': (
        <CardSection title="Recent orders" aside={<Chip>3</Chip>}>
          <p className="p-5">What is in it.</p>
        </CardSection>
      ),
    },
  },
  {
    file: 'money',
    states: {
      'cents, a fraction, what comes in and goes out': (
        <p className={row}>
          <MoneyText amount={18_425_000_000n} />
          <MoneyText amount={420_000n} />
          <MoneyText amount={310_000_000n} decimals={8} />
          <MoneyText amount={500_000_000n} isSigned />
          <MoneyText amount={-310_000_000n} isSigned />
        </p>
      ),
    },
  },
  {
    file: 'page-heading',
    states: { 'a page has one h1, so it is': <a href="#top">at the top of this one</a> },
  },
  {
    file: 'relative-time',
    states: {
      'just now, an hour ago, long ago': (
        <p className={row}>
          <RelativeTime date={new Date()} />
          <RelativeTime date={new Date(Date.now() - 3_600_000)} />
          <RelativeTime date={new Date('2026-01-02T03:04:05Z')} />
        </p>
      ),
    },
  },
  {
    file: 'table',
    states: {
      plain: (
        <Card>
          <Table caption="Orders" columns={columns} rows={lines} rowKey={({ id }) => id} />
        </Card>
      ),
      compact: (
        <Card>
          <Table caption="Compact orders" columns={columns} rows={lines} rowKey={({ id }) => id} isCompact />
        </Card>
      ),
    },
  },
]
