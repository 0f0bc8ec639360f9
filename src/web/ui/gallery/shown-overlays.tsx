import { Button } from '#web/ui/page/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { Sheet } from '#web/ui/dialog/sheet.tsx'
import { Menu, MenuAction, MenuChoice, MenuLink, MenuRule } from '#web/ui/dialog/menu.tsx'
import { NavigationBar } from '#web/ui/feedback/navigation-bar.tsx'
import { OnDemand } from '#web/ui/dialog/on-demand.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import { Tooltip } from '#web/ui/dialog/tooltip.tsx'
import { Kept, type Shown } from './shown.tsx'

export const overlays: readonly Shown[] = [
  {
    file: 'dialog',
    states: {
      'in the middle': (
        <Kept initial={false}>
          {(isOpen, setIsOpen) => (
            <>
              <Button tone="secondary" onClick={() => setIsOpen(true)}>
                Open a dialog
              </Button>
              <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="A dialog" description="What it asks.">
                <Button onClick={() => setIsOpen(false)}>Done</Button>
              </Dialog>
            </>
          )}
        </Kept>
      ),
    },
  },
  {
    file: 'sheet',
    states: {
      'from the side': (
        <Kept initial={false}>
          {(isOpen, setIsOpen) => (
            <>
              <Button tone="secondary" onClick={() => setIsOpen(true)}>
                Open a sheet
              </Button>
              <Sheet isOpen={isOpen} onOpenChange={setIsOpen} title="A sheet">
                <p className="p-5 pt-14">What is in it.</p>
              </Sheet>
            </>
          )}
        </Kept>
      ),
    },
  },
  {
    file: 'dialog-footer',
    states: {
      'below a form that is longer than its dialog': (
        <Kept initial={false}>
          {(isOpen, setIsOpen) => (
            <>
              <Button tone="secondary" onClick={() => setIsOpen(true)}>
                Open a long form
              </Button>
              <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="A long form">
                <TextAreaField label="What happened" name="what" rows={40} />
                <DialogFooter>
                  <Button onClick={() => setIsOpen(false)}>Save</Button>
                </DialogFooter>
              </Dialog>
            </>
          )}
        </Kept>
      ),
    },
  },
  { file: 'dialog-box', states: { 'what opens of a dialog': <p className="text-14">As in dialog.</p> } },
  { file: 'confirm-box', states: { 'what opens of a question': <p className="text-14">As in confirm.</p> } },
  {
    file: 'confirm',
    states: {
      'a question that counts': (
        <Kept initial={false}>
          {(isOpen, setIsOpen) => (
            <>
              <Button tone="danger" onClick={() => setIsOpen(true)}>
                Cancel order 1024
              </Button>
              <Confirm
                isOpen={isOpen}
                onOpenChange={setIsOpen}
                title="Cancel order 1024?"
                action="Cancel order"
                keep="Keep order"
                onConfirm={() => {}}
              >
                $3.10 come back to your balance.
              </Confirm>
            </>
          )}
        </Kept>
      ),
      'with a word to type': (
        <Kept initial={false}>
          {(isOpen, setIsOpen) => (
            <>
              <Button tone="secondary" onClick={() => setIsOpen(true)}>
                Delete provider
              </Button>
              <Confirm
                isOpen={isOpen}
                onOpenChange={setIsOpen}
                title="Delete provider?"
                action="Delete"
                word="delete"
                onConfirm={() => Promise.reject(new Error('It still has orders'))}
              >
                Its services are no longer sold.
              </Confirm>
            </>
          )}
        </Kept>
      ),
    },
  },
  {
    file: 'menu',
    states: {
      'links, a choice, an action': (
        <Menu trigger={<Button tone="secondary">Open a menu</Button>}>
          <MenuLink to="/profile">My Profile</MenuLink>
          <MenuRule />
          <MenuChoice
            label="Theme"
            value="light"
            onChange={() => {}}
            options={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
          <MenuRule />
          <MenuAction onPress={() => {}}>Logout</MenuAction>
        </Menu>
      ),
    },
  },
  { file: 'navigation-bar', states: { 'when a page is on its way': <NavigationBar /> } },
  {
    file: 'on-demand',
    states: {
      'before it is fetched': (
        <OnDemand
          fetch={async () => {}}
          renderButton={(demand) => (
            <Button tone="secondary" {...demand}>
              Fetch and open
            </Button>
          )}
        >
          <p>Here it is.</p>
        </OnDemand>
      ),
    },
  },
  {
    file: 'tooltip',
    states: {
      'on a word': <Tooltip content="21 Nov 2026, 20:13:00">Yesterday</Tooltip>,
    },
  },
]
