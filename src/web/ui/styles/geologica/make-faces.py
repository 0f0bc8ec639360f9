"""Makes the faces of this folder out of the subsets of @fontsource-variable/geologica: `python3 make-faces.py` (README.md)."""

from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables
from fontTools.varLib import varStore  # gives tables remap_device_varidxes
from fontTools.varLib.builder import buildVarData, buildVarRegionList, buildVarStore

HERE = Path(__file__).parent
FILES = HERE / "../../../../node_modules/@fontsource-variable/geologica/files"

ACCENTED = [*range(0xC0, 0xD7), *range(0xD8, 0xF7), *range(0xF8, 0x100), *map(ord, "Œœ")]
PLAIN = [*range(0x20, 0x7F), *ACCENTED, *map(ord, "\u00a0¡£§©«\u00ad®°·»¿×÷–—‘’‚“”„•…€™−")]
FEATURES = ["kern", "mark", "mkmk", "ccmp", "calt", "liga", "pnum", "tnum"]
NO_VARIATION_INDEX = varStore.NO_VARIATION_INDEX


def main():
    write(subset(read("latin"), PLAIN), "en")
    write(join(subset(read("latin"), PLAIN), read("vietnamese")), "vi")
    write(join(subset(read("latin"), PLAIN), read("cyrillic")), "ru")


def read(name):
    font = TTFont(FILES / f"geologica-{name}-wght-normal.woff2")
    return subset(font, font.getBestCmap())


def subset(font, characters):
    """These characters of it and what they need. Names of glyphs are for this script and not for browsers."""
    options = Options(layout_features=FEATURES, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    return font


def join(font, other):
    """The other's characters in the font too. What features say of one's glyphs they do not say of the other's: as in two files."""
    other, names = rename(other)
    twins = {new: old for new, old in names.items() if is_twin(font, old, other, new)}
    advances = {**advance_deltas(font), **advance_deltas(other)}
    font.setGlyphOrder(font.getGlyphOrder() + other.getGlyphOrder())
    font["glyf"].glyphOrder = font.getGlyphOrder()
    for name in other.getGlyphOrder():
        glyph = other["glyf"][name]
        for part in glyph.components if glyph.isComposite() else []:
            part.glyphName = twins.get(part.glyphName, part.glyphName)
        font["glyf"].glyphs[name] = glyph
    font["hmtx"].metrics.update(other["hmtx"].metrics)
    font["gvar"].variations.update(other["gvar"].variations)
    join_advances(font, advances)
    have = font.getBestCmap()
    for table in font["cmap"].tables:
        table.cmap.update({one: name for one, name in other.getBestCmap().items() if one not in have})
    join_definitions(font["GDEF"].table, other)
    for tag in ("GSUB", "GPOS"):
        join_features(font[tag].table, other[tag].table)
    # Twins that nothing is made of any more go, and what features say of them.
    return subset(font, font.getBestCmap())


def rename(font):
    """The font with glyphs named as none of another font is, in all tables; and their names before."""
    file = BytesIO()
    font.save(file)
    old = TTFont(file).getGlyphOrder()
    font = TTFont(file)
    # Before any table is read: all are read by these names.
    font.setGlyphOrder([f"other.{name}" for name in old])
    return font, dict(zip(font.getGlyphOrder(), old))


def is_twin(font, plain, other, name):
    """Whether a glyph that others are made of is in the font already, drawn, varied and spaced alike."""
    return (
        plain in font["glyf"].glyphs
        and not other["glyf"][name].isComposite()
        and other["glyf"][name] == font["glyf"][plain]
        and other["gvar"].variations[name] == font["gvar"].variations[plain]
        and other["hmtx"][name] == font["hmtx"][plain]
    )


def advance_deltas(font):
    table = font["HVAR"].table
    places = table.AdvWidthMap.mapping
    return {name: table.VarStore.VarData[at >> 16].Item[at & 0xFFFF][0] for name, at in places.items()}


def join_advances(font, deltas):
    regions = buildVarRegionList([{"wght": (0, 1, 1)}], ["wght"])
    rows = [[deltas[name]] for name in font.getGlyphOrder()]
    font["HVAR"].table.VarStore = buildVarStore(regions, [buildVarData([0], rows)])
    font["HVAR"].table.AdvWidthMap = None


def join_definitions(table, other):
    """Classes of glyphs, sets of marks and what varies. All these fonts vary along one region, from thin to black."""
    theirs = other["GDEF"].table
    for store in (table.VarStore, theirs.VarStore, other["HVAR"].table.VarStore):
        regions = [[(a.StartCoord, a.PeakCoord, a.EndCoord) for a in r.VarRegionAxis] for r in store.VarRegionList.Region]
        assert regions == [[(0, 1, 1)]], regions
    table.GlyphClassDef.classDefs.update(theirs.GlyphClassDef.classDefs)
    sets, places = table.MarkGlyphSetsDef, len(table.VarStore.VarData)
    for lookup in [*other["GSUB"].table.LookupList.Lookup, *other["GPOS"].table.LookupList.Lookup]:
        if lookup.LookupFlag & 16:
            lookup.MarkFilteringSet += len(sets.Coverage) if sets else 0
    if sets and theirs.MarkGlyphSetsDef:
        sets.Coverage += theirs.MarkGlyphSetsDef.Coverage
        sets.MarkSetCount = len(sets.Coverage)
    else:
        table.MarkGlyphSetsDef = sets or theirs.MarkGlyphSetsDef
    rows = [(at << 16) + row for at, data in enumerate(theirs.VarStore.VarData) for row in range(data.ItemCount)]
    moved = {place: place + (places << 16) for place in rows} | {NO_VARIATION_INDEX: NO_VARIATION_INDEX}
    other["GPOS"].table.remap_device_varidxes(moved)
    append(table.VarStore, "VarData", theirs.VarStore)


def append(table, name, theirs):
    both = getattr(table, name) + getattr(theirs, name)
    setattr(table, name, both)
    setattr(table, f"{name}Count", len(both))


def find_all(part, kind):
    if isinstance(part, kind):
        yield part
    for inner in part if isinstance(part, list) else vars(part).values() if hasattr(part, "__dict__") else []:
        yield from find_all(inner, kind)


def join_features(table, theirs):
    """The other's lookups after the font's, so that neither changes what the other one finds."""
    offset = len(table.LookupList.Lookup)
    for record in find_all(theirs.LookupList, (otTables.SubstLookupRecord, otTables.PosLookupRecord)):
        record.LookupListIndex += offset
    both = [(lookups_of(table), 0), (lookups_of(theirs), offset)]
    append(table.LookupList, "Lookup", theirs.LookupList)
    scripts, features = [], []
    for script in sorted({script for found, _ in both for script in found}):
        tags = {}
        for found, shift in both:
            for tag, lookups in found.get(script, found["DFLT"]).items():
                tags.setdefault(tag, []).extend(index + shift for index in lookups)
        first = len(features)
        features += sorted(tags.items())
        scripts.append((script, range(first, len(features))))
    table.FeatureList.FeatureRecord = [feature_record(tag, lookups) for tag, lookups in features]
    table.FeatureList.FeatureCount = len(features)
    table.ScriptList.ScriptRecord = [script_record(tag, indexes) for tag, indexes in scripts]
    table.ScriptList.ScriptCount = len(scripts)


def lookups_of(table):
    """Of each script and feature. Languages have none of their own: pages do without their forms of letters."""
    found = {}
    for record in table.ScriptList.ScriptRecord:
        tags = found.setdefault(record.ScriptTag, {})
        for index in record.Script.DefaultLangSys.FeatureIndex:
            feature = table.FeatureList.FeatureRecord[index]
            tags.setdefault(feature.FeatureTag, []).extend(feature.Feature.LookupListIndex)
    found.setdefault("DFLT", {})
    return found


def feature_record(tag, lookups):
    record, feature = otTables.FeatureRecord(), otTables.Feature()
    feature.FeatureParams = None
    feature.LookupListIndex = lookups
    feature.LookupCount = len(lookups)
    record.FeatureTag, record.Feature = tag, feature
    return record


def script_record(tag, indexes):
    record, script, system = otTables.ScriptRecord(), otTables.Script(), otTables.DefaultLangSys()
    system.LookupOrder, system.ReqFeatureIndex = None, 0xFFFF
    system.FeatureIndex, system.FeatureCount = list(indexes), len(indexes)
    script.DefaultLangSys, script.LangSysRecord = system, []
    record.ScriptTag, record.Script = tag, script
    return record


def write(font, language):
    font["post"].formatType = 3.0
    font.recalcTimestamp = False
    font.flavor = "woff2"
    path = HERE / f"geologica-{language}.woff2"
    font.save(path)
    print(path.name, path.stat().st_size)


main()
