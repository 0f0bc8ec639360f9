import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { PasswordField, TextAreaField, TextField } from '#web/ui/text-field.tsx'
import type { Shown } from './shown.tsx'

const categories = [
  { value: 'order', label: 'Order' },
  { value: 'payment', label: 'Payment' },
  { value: 'other', label: 'Other', isDisabled: true },
]

const form = 'grid max-w-form gap-5'

export const fields: readonly Shown[] = [
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
