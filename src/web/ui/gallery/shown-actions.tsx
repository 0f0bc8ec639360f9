import Download from 'lucide-react/icons/download'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { Button, IconButton, LinkButton } from '#web/ui/page/button.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { Kbd } from '#web/ui/keyboard/kbd.tsx'
import { OpenMark } from '#web/ui/text/open-mark.tsx'
import { PrintButton } from '#web/ui/paper/print-button.tsx'
import { PageSize } from '#web/ui/list/page-size.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { SkipLink } from '#web/ui/keyboard/skip-link.tsx'
import { Stepper } from '#web/ui/page/stepper.tsx'
import { TabLinks, Tabs } from '#web/ui/page/tabs.tsx'
import { Kept, type Shown } from './shown.tsx'

const importSteps = [
  { key: 'provider', label: 'Provider' },
  { key: 'services', label: 'Services' },
  { key: 'prices', label: 'Prices' },
  { key: 'check', label: 'Check' },
]

const row = 'flex flex-wrap items-center gap-3'

export const actions: readonly Shown[] = [
  {
    file: 'button',
    states: {
      tones: (
        <div className={row}>
          <Button>Place order</Button>
          <Button tone="secondary">Refresh</Button>
          <Button tone="quiet">Cancel</Button>
          <Button tone="danger">Cancel order</Button>
          <LinkButton to="/add-funds" tone="secondary">
            A link
          </LinkButton>
        </div>
      ),
      sizes: (
        <div className={row}>
          <Button size="large">Large</Button>
          <Button>Normal</Button>
          <Button size="small">Small</Button>
        </div>
      ),
      'busy and disabled': (
        <div className={row}>
          <Button isBusy>Placing</Button>
          <Button isDisabled>Not yet</Button>
          <Button tone="secondary" isBusy>
            Refreshing
          </Button>
          <Button tone="secondary" isDisabled>
            Not now
          </Button>
        </div>
      ),
      'with a picture': (
        <div className={row}>
          <Button tone="secondary">
            <Download aria-hidden className="size-4" />
            Export
          </Button>
          <IconButton label="Refill order 40">
            <RotateCcw aria-hidden className="size-4" />
          </IconButton>
          <IconButton label="Refill order 41" disabled>
            <RotateCcw aria-hidden className="size-4" />
          </IconButton>
        </div>
      ),
    },
  },
  { file: 'copy-button', states: { ready: <CopyButton value="1024" what="order id" /> } },
  {
    file: 'open-mark',
    states: {
      closed: (
        <details className="group">
          <summary className="flex list-none items-center gap-4">
            PHP <OpenMark />
          </summary>
        </details>
      ),
      open: (
        <details className="group" open>
          <summary className="flex list-none items-center gap-4">
            PHP <OpenMark />
          </summary>
          What was folded
        </details>
      ),
    },
  },
  {
    file: 'filter-buttons',
    states: {
      'with counts': (
        <Kept initial="all">
          {(value, setValue) => (
            <FilterButtons
              label="Status"
              value={value}
              onChange={setValue}
              options={[
                { value: 'all', label: 'All', count: 1204 },
                { value: 'pending', label: 'Pending', count: 3 },
                { value: 'completed', label: 'Completed', count: 1201 },
              ]}
            />
          )}
        </Kept>
      ),
    },
  },
  {
    file: 'kbd',
    states: {
      plain: (
        <p className={row}>
          <Kbd>N</Kbd> <Kbd>Ctrl K</Kbd>
        </p>
      ),
      'on a button': (
        <Button>
          Place order <Kbd>Ctrl ↵</Kbd>
        </Button>
      ),
    },
  },
  { file: 'print-button', states: { 'as ever': <PrintButton /> } },
  {
    file: 'pager',
    // A landmark: only one per page.
    states: { 'in the middle': <Pager page={6} totalPages={40} /> },
  },
  {
    file: 'page-size',
    states: { 'of 15 rows': <PageSize sizes={[10, 15, 20, 50]} initial={15} /> },
  },
  {
    file: 'stepper',
    states: {
      'at the first, in the middle, at the last': (
        <div className="grid gap-5">
          <Stepper label="Import" steps={importSteps} current="provider" />
          <Stepper label="Import, in the middle" steps={importSteps} current="prices" onBack={() => {}} />
          <Stepper label="Import, at the end" steps={importSteps} current="check" onBack={() => {}} />
        </div>
      ),
    },
  },
  { file: 'skip-link', states: { 'out of sight until it has the focus': <SkipLink /> } },
  {
    file: 'tabs',
    states: {
      three: (
        <Kept initial="profile">
          {(value, onChange) => (
            <Tabs
              label="Account"
              value={value}
              onChange={onChange}
              tabs={[
                { value: 'profile', label: 'Profile', content: <p>Name and email.</p> },
                { value: 'security', label: 'Security', content: <p>Password and sessions.</p> },
                { value: 'api', label: 'API access', content: <p>Keys.</p> },
              ]}
            />
          )}
        </Kept>
      ),
      'with an address each': (
        <TabLinks
          label="Account pages"
          current="/settings"
          tabs={[
            { to: '/settings', label: 'Profile' },
            { to: '/settings/security', label: 'Security' },
          ]}
        >
          <p>Name and email.</p>
        </TabLinks>
      ),
    },
  },
]
