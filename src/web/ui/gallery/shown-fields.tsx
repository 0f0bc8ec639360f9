import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { useState } from 'react'
import { useOptionList } from '#web/ui/combobox/use-option-list.ts'
import { FileField } from '#web/ui/fields/file-field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { PasswordField, TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormContext } from '#web/ui/form/form-context.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { cx } from '#web/ui/page/cx.ts'
import { UrlDay, UrlSearch } from '#web/ui/fields/url-fields.tsx'
import type { Shown } from './shown.tsx'

// Longer than most: a table of every field in every state.

const categories = [
  { value: 'order', label: 'Order' },
  { value: 'payment', label: 'Payment' },
  { value: 'other', label: 'Other', isDisabled: true },
]

const platforms = ['Facebook', 'Instagram', 'Telegram', 'TikTok', 'YouTube']

const periods = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'year', label: 'Year', isDisabled: true },
] as const

const ways = [
  { value: 'crypto', label: 'Cryptocurrency', note: 'Confirmed in minutes' },
  { value: 'card', label: 'Card', note: 'Not available yet', isDisabled: true },
] as const

const form = 'grid max-w-form gap-5'

const shownForm = {
  props: {},
  errors: {},
  message: undefined,
  isBusy: false,
  isDirty: false,
  isKept: false,
  discard: () => {},
  discardDraft: undefined,
}

export const fields: readonly Shown[] = [
  {
    file: 'url-fields',
    states: {
      'a search, a day': (
        <div className={form}>
          <UrlSearch label="Search" hint="Name or ID" />
          <UrlDay name="from" label="From" />
        </div>
      ),
    },
  },
  {
    file: 'text-field',
    states: {
      'empty, filled, refused, disabled': (
        <div className={form}>
          <TextField label="Link" name="link" placeholder="https://" hint="A profile or a post" />
          <TextField
            label="Email"
            name="email"
            defaultValue="linh@example.com"
            end={<span className="text-ok">confirmed</span>}
          />
          <TextField label="Name" name="name" defaultValue="" error="Name is required" />
          <TextField label="User name" name="user" defaultValue="linh" disabled />
        </div>
      ),
      'a password': (
        <div className={form}>
          <PasswordField label="Password" name="password" autoComplete="off" defaultValue="a long password" />
        </div>
      ),
      'many lines': (
        <div className={form}>
          <TextAreaField label="Comments" name="comments" defaultValue={'Great\nLovely'} hint="2 lines" />
          <TextAreaField label="Message" name="message" error="Message is required" />
        </div>
      ),
    },
  },
  {
    file: 'select-field',
    states: {
      'usual, refused, disabled': (
        <div className={form}>
          <SelectField label="Category" name="category" options={categories} hint="What it is about" />
          <SelectField label="Priority" name="priority" options={categories} error="Choose a priority" />
          <SelectField label="Language" name="language" options={categories} disabled />
        </div>
      ),
    },
  },
  {
    file: 'number-field',
    states: {
      'usual, with a unit, refused, disabled': (
        <div className={form}>
          <NumberField
            label="Quantity"
            name="quantity"
            kind="quantity"
            min="50"
            max="100000"
            defaultValue="2,500"
            hint="50 to 100,000"
          />
          <NumberField
            label="Bonus"
            name="bonus"
            kind="percent"
            min="0"
            max="100"
            step="0.5"
            unit="%"
            defaultValue="5"
          />
          <NumberField
            label="Deposit"
            name="deposit"
            kind="money"
            step="0.01"
            unit="USD"
            error="At least $1.00"
            defaultValue="0.5"
          />
          <NumberField label="Balance" name="balance" kind="money" isPlain defaultValue="2,500.00" />
          <NumberField label="Rate" name="rate" kind="rate" step="0.0001" unit="USD" defaultValue="1,250" />
          <NumberField label="Fixed" name="fixed-number" kind="whole" defaultValue="3" disabled />
        </div>
      ),
    },
  },
  {
    file: 'use-option-list',
    states: {
      'options below their box, none that fits': (
        <div className={form}>
          <OptionBox label="Platform" initial="" />
          <OptionBox label="Another platform" initial="zzz" />
        </div>
      ),
    },
  },
  {
    file: 'file-field',
    states: {
      'usual, refused': (
        <form className={form}>
          <FileField
            label="Screenshots"
            name="files"
            accept="image/*,.pdf"
            sizeMax={5_000_000}
            countMax={3}
            hint="Pictures or PDF, at most 3 of 5 MB"
          />
          <FileField
            label="A list"
            name="list"
            accept=".csv"
            sizeMax={1_000_000}
            countMax={1}
            error="Choose a file"
          />
        </form>
      ),
    },
  },
  {
    file: 'radio-group',
    states: {
      'lines and cards': (
        <div className={form}>
          <RadioGroup name="period" label="Period" choices={periods} initial="week" />
          <RadioGroup name="way" label="Way to pay" choices={ways} initial="crypto" hasCards />
          <RadioGroup name="other-way" label="Refused" choices={ways} hasCards error="Choose a way to pay" />
        </div>
      ),
    },
  },
  {
    file: 'form',
    states: {
      'refused as a whole, and in one field': (
        <Form
          form={{
            ...shownForm,
            message: 'Could not be saved. Please try again.',
            errors: { note: 'Too long' },
          }}
        >
          <TextField name="title" label="Title" />
          <TextField name="note" label="Note" />
        </Form>
      ),
    },
  },
  {
    file: 'save-bar',
    states: {
      'as saved, unsaved, being saved': (
        <div className={form}>
          {(['saved', 'unsaved', 'busy'] as const).map((state) => (
            <FormContext
              key={state}
              value={{ ...shownForm, isDirty: state !== 'saved', isBusy: state === 'busy' }}
            >
              <Card>
                <SaveBar isGuarded />
              </Card>
            </FormContext>
          ))}
        </div>
      ),
    },
  },
  {
    file: 'leave-guard',
    states: { 'who would leave something unsaved': <p className="text-14">As in confirm.</p> },
  },
  {
    file: 'switch',
    states: {
      'off, on, disabled': (
        <div className={form}>
          <Switch name="letters" label="Letters about orders" />
          <Switch name="keys" label="Single-key shortcuts" hint="N, J, K, X and ?" defaultChecked />
          <Switch name="fixed-off" label="Not yet" disabled />
          <Switch name="fixed-on" label="Always" defaultChecked disabled />
        </div>
      ),
    },
  },
  {
    file: 'checkbox',
    states: {
      'usual, ticked, refused, disabled': (
        <div className={form}>
          <Checkbox name="remember" label="Remember me" />
          <Checkbox name="news" label="Letters about prices" defaultChecked />
          <Checkbox name="terms" label="I agree to the terms" error="Please agree to the terms of service" />
          <Checkbox name="fixed" label="Always on" defaultChecked disabled />
        </div>
      ),
    },
  },
]

function OptionBox({ label, initial }: { label: string; initial: string }) {
  const [text, setText] = useState(initial)
  const found = platforms.filter((name) => name.toLowerCase().includes(text.toLowerCase()))
  const { input, list, option, active } = useOptionList({
    count: found.length,
    onChoose: (at) => setText(found[at] ?? ''),
  })
  return (
    <div className="grid gap-2">
      <TextField
        {...input}
        name="platform"
        label={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {found.length > 0 && (
        <div {...list} aria-label={label} className="rounded-card border border-line bg-surface">
          {found.map((name, at) => (
            <div
              key={name}
              {...option(at)}
              className={cx('flex min-h-11 items-center px-3', at === active && 'chosen bg-petrol-soft')}
            >
              {name}
            </div>
          ))}
        </div>
      )}
      {found.length === 0 && <p className="text-14 text-ink-3">Nothing found</p>}
    </div>
  )
}
