import { Badge, Chip } from '#web/ui/text/badge.tsx'
import { Card, CardSection } from '#web/ui/page/card.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ChartValues } from '#web/ui/chart/chart-values.tsx'
import { ChartPlot } from '#web/ui/chart/chart-plot.tsx'
import { scaleOf } from '#web/ui/chart/chart-scale.ts'
import { ChartTable } from '#web/ui/chart/chart-table.tsx'
import { Curve } from '#web/ui/chart/curve.tsx'
import { EmailText } from '#web/ui/text/email-text.tsx'
import { MoneyText } from '#web/ui/text/money.tsx'
import { Progress } from '#web/ui/chart/progress.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import { Stat, Stats } from '#web/ui/chart/stat.tsx'
import type { Shown } from './shown.tsx'

// Longer than most: the gallery's lists and figures.

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

const days = {
  placeHeading: 'Day',
  places: Array.from({ length: 7 }, (_, index) => `${index + 1} Nov`),
  tickText: String,
}

function toValues(sizes: readonly number[]) {
  return sizes.map((size) => ({ size, text: String(size) }))
}

const plotted = [{ key: 'orders', name: 'Orders', values: toValues([3, 5, 2, 8, 6, 1, 4]) }]

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
      'one series, with the period before, and today': (
        <Card>
          <Chart
            {...days}
            caption="Orders per day"
            series={[
              {
                key: 'orders',
                name: 'Orders',
                values: toValues([12, 30, 8, 0, 44, 51, 38]),
                before: toValues([9, 22, 14, 3, 30, 41, 44]),
              },
            ]}
            before={{ name: '7 days before', places: days.places }}
            isWhole
            isLastOpen
          />
        </Card>
      ),
      'several series, gains and losses': (
        <Card>
          <Chart
            {...days}
            caption="Money"
            series={[
              { key: 'revenue', name: 'Revenue', values: toValues([50, 34, 80, 22, 60, 71, 20]) },
              { key: 'cost', name: 'Cost', values: toValues([40, 44, 50, 42, 31, 50, 33]) },
              { key: 'margin', name: 'Margin', values: toValues([10, -10, 30, -20, 29, 21, -13]) },
              { key: 'deposits', name: 'Deposits', values: toValues([100, 0, 0, 50, 25, 0, 10]) },
            ]}
            isLastOpen
          />
        </Card>
      ),
      small: (
        <Chart
          {...days}
          caption="In a column"
          series={[{ key: 'orders', name: 'Orders', values: toValues([3, 5, 2, 8, 6, 1, 4]) }]}
          size="small"
        />
      ),
      'nothing yet': (
        <Chart
          {...days}
          caption="Empty"
          places={[]}
          series={[{ key: 'orders', name: 'Orders', values: [] }]}
        />
      ),
    },
  },
  {
    file: 'chart-values',
    states: {
      'one left out': (
        <ChartValues
          place="7 Nov"
          at={0}
          series={['Revenue', 'Cost'].map((name) => ({ key: name, name, values: toValues([5]) }))}
          hidden={new Set(['Cost'])}
          onToggle={() => {}}
          before={undefined}
        />
      ),
    },
  },
  {
    file: 'chart-plot',
    states: {
      'a place that is pointed at': (
        <div className="h-24">
          <ChartPlot
            series={plotted}
            shown={plotted}
            hasBefore={false}
            count={7}
            scale={scaleOf([0, 8])}
            active={3}
            isLastOpen
          />
        </div>
      ),
    },
  },
  {
    file: 'chart-table',
    states: {
      closed: (
        <ChartTable
          caption="Orders per day"
          headings={['Day', 'Orders']}
          rows={[{ label: '1 Nov', cells: [{ text: '12' }] }]}
        />
      ),
    },
  },
  {
    file: 'sparkline',
    states: {
      'gains, and a loss at its end': (
        <div className="grid max-w-form gap-4">
          <Sparkline sizes={[3, 5, 2, 8, 6, 1, 4]} />
          <Sparkline sizes={[3, 5, 2, 8, 6, 1, -2]} />
        </div>
      ),
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
