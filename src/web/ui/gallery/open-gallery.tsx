import { Gallery } from './gallery.tsx'
import { showPart } from '#web/testing/show-part.tsx'

// What the development server's /gallery runs (scripts/dev/serve-pages.ts): no route leads here, so no build has it.
void showPart(<Gallery />)
