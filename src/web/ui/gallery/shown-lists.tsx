import { Badge, Chip } from '#web/ui/text/badge.tsx'
import { Card, CardSection } from '#web/ui/page/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ChartTable } from '#web/ui/chart/chart-table.tsx'
import { Curve } from '#web/ui/chart/curve.tsx'
import { EmailText } from '#web/ui/text/email-text.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { Progress } from '#web/ui/chart/progress.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { Stat, Stats } from '#web/ui/chart/stat.tsx'
import type { Shown } from './shown.tsx'

// Longer than most: the list of what the gallery shows of lists and figures.

const row = 'flex flex-wrap items-center gap-3'
const curve = {
  caption: 'Delivery',
  summary: 'Delivered so far: 800 of 1,000',
  headings: ['After', 'Delivered'],
  points: [
    { across: 0, up: 0, label: 'Placed', text: '0' },
    { across: 0.2, up: 0.1, label: '12 min', text: '100' },
    { across: 0.4, up: 0.45, label: '24 min', text: '450' },
    { across: 0.7, up: 1, label: '42 min', text: '1,000' },
  ],
  band: [
    { across: 0.05, up: 0 },
    { across: 0.5, up: 1 },
    { across: 1, up: 1 },
    { across: 0.3, up: 0 },
  ],
  ends: ['Placed', '+ 1 hr'],
  top: '1,000 ordered',
} as const
const tones = ['ok', 'foil', 'info', 'petrol', 'bad', 'neutral'] as const

function toPoints(sizes: readonly number[]) {
  return sizes.map((size, index) => ({ label: `${index + 1} Nov`, size, text: String(size) }))
}

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
    file: 'chart',
    states: {
      bars: (
        <Card>
          <Chart
            caption="Orders per day"
            headings={['Day', 'Orders']}
            points={toPoints([12, 30, 8, 0, 44, 51, 38])}
          />
        </Card>
      ),
      'a line': (
        <Card>
          <Chart
            caption="Balance"
            headings={['Day', 'Balance']}
            points={toPoints([120, 80, 95, 60, 220, 190, 184])}
            kind="line"
          />
        </Card>
      ),
      'gains and losses': (
        <Card>
          <Chart caption="Margin" headings={['Day', 'Margin']} points={toPoints([5, -3, 8, 2, -6])} />
        </Card>
      ),
      small: (
        <Chart
          caption="In a column"
          headings={['Day', 'Orders']}
          points={toPoints([3, 5, 2, 8, 6])}
          size="small"
        />
      ),
      'nothing yet': <Chart caption="Empty" headings={['Day', 'Orders']} points={[]} />,
    },
  },
  {
    file: 'chart-table',
    states: {
      closed: <ChartTable caption="Orders per day" headings={['Day', 'Orders']} rows={toPoints([12, 30])} />,
    },
  },
  {
    file: 'curve',
    states: {
      'half way, with what was expected': (
        <Card>
          <Curve {...curve} points={curve.points.slice(0, 3)} />
        </Card>
      ),
      'all of it, with nothing expected': (
        <Card>
          <Curve {...curve} band={undefined} />
        </Card>
      ),
    },
  },
  {
    file: 'progress',
    states: {
      'none, a third, all, nobody knows': (
        <div className="grid max-w-form gap-4">
          <Progress label="Not begun" share={0} />
          <Progress label="A third" share={1 / 3} valueText="833 of 2,500" />
          <Progress label="All" share={1} />
          <Progress label="To a bonus" share={0.6} tone="foil" valueText="$60.00 of $100" />
          <Progress label="Under way" />
        </div>
      ),
    },
  },
  {
    file: 'stat',
    states: {
      'one large, others beside it': (
        <Card>
          <Stats label="Account">
            <Stat label="Balance" isLarge>
              <MoneyText amount={18_425_000_000n} />
            </Stat>
            <Stat label="Orders" note="since January">
              1,204
            </Stat>
            <Stat label="Pending">3</Stat>
          </Stats>
        </Card>
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
    file: 'email-text',
    states: {
      'without the room for it': (
        <p className="w-40 wrap-anywhere">
          <EmailText email="minhkhai.nguyen@example.com" />
        </p>
      ),
    },
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
]
