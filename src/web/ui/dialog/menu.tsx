import { Menu as Base } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import type { ReactElement, ReactNode } from 'react'
import { Link } from '#web/platform/page/link.tsx'

const item =
  'flex min-h-9 w-full cursor-pointer items-center gap-3 rounded-control px-3 text-14 text-ink-2 outline-none select-none data-highlighted:chosen data-highlighted:bg-sunken data-highlighted:text-ink max-wide:min-h-11'

type MenuProps = { trigger: ReactElement; children: ReactNode; isOpenAtFirst?: boolean }

/** A button that opens a list of actions. `trigger` is the button element. */
export function Menu({ trigger, children, isOpenAtFirst = false }: MenuProps) {
  return (
    <Base.Root defaultOpen={isOpenAtFirst}>
      <Base.Trigger render={trigger} />
      {/* Rendered inside a landmark, so that it is reachable by landmarks. */}
      <Base.Portal
        container={typeof document === 'undefined' ? undefined : document.getElementById('content')}
      >
        <Base.Positioner align="end" sideOffset={6} className="z-40 outline-none">
          <Base.Popup className="min-w-52 rounded-card border border-line bg-surface p-1 shadow-receipt transition-opacity duration-120 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick render={<Link to={to} />} className={item}>
      {children}
    </Base.LinkItem>
  )
}

export function MenuAction({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Base.Item onClick={onPress} className={item}>
      {children}
    </Base.Item>
  )
}

type TickProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode }

/** A check item: several may be on, so the menu stays open. */
export function MenuTick({ isOn, onChange, children }: TickProps) {
  return (
    <Base.CheckboxItem checked={isOn} onCheckedChange={onChange} closeOnClick={false} className={item}>
      <span
        aria-hidden
        className="grid size-4 place-items-center rounded-chip border border-line-strong data-on:border-petrol data-on:bg-petrol"
        data-on={isOn || undefined}
      >
        {isOn && <Check className="size-3 text-petrol-on" strokeWidth={3} />}
      </span>
      {children}
    </Base.CheckboxItem>
  )
}

type ChoiceProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}

/** A radio group inside a menu. */
export function MenuChoice({ label, value, onChange, options }: ChoiceProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.GroupLabel className="px-3 pt-2 pb-1 text-12 text-ink-3">{label}</Base.GroupLabel>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={item}>
          <span aria-hidden className="grid size-4 place-items-center rounded-full border border-line-strong">
            <Base.RadioItemIndicator className="size-2 rounded-full bg-petrol" />
          </span>
          {option.label}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export function MenuRule() {
  return <Base.Separator className="my-1 h-px bg-line" />
}
