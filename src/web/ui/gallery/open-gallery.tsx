import { Gallery } from './gallery.tsx'
import { showPart } from '#web/testing/show-part.tsx'

// The entry of the development server's /gallery (scripts/dev/serve-pages.ts): no route leads here, so it is in no build.
void showPart(<Gallery />)
