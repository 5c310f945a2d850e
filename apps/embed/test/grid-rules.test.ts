import { describe, expect, it } from 'vitest'
import { breakpointOf, heightOf, placeWidgets, rowTracks } from '../src/layout/grid-rules.ts'
import type { Widget } from '../src/widgets/types.ts'

const at = (id: string, x: number, y: number, w = 6, h = 2, more: Partial<Widget> = {}): Widget => ({
  id,
  type: 'CHART',
  position: { x, y, w, h },
  ...more,
})
const placed = (widgets: Widget[], layout: Parameters<typeof placeWidgets>[1], width: number) =>
  placeWidgets(widgets, layout, width).items.map(({ widget, area }) => [widget.id, area.column, area.row, area.columns, area.rows])

describe('the grid of a dashboard', () => {
  it.each([
    [1200, 'lg'],
    [1199, 'md'],
    [768, 'sm'],
    [480, 'xs'],
    [0, 'xxs'],
  ])('of %i px is %s', (width, breakpoint) => {
    expect(breakpointOf(null, width)).toBe(breakpoint)
  })

  it('has the widths that the dashboard says', () => {
    expect(breakpointOf({ breakpoints: { lg: 2000, md: 500 } }, 1500)).toBe('md')
  })

  it('has widgets where they were put, in the order in which they are read', () => {
    const box = at('box', 0, 0, 12, 4, { type: 'CONTAINER' })

    expect(placed([at('b', 6, 0), at('c', 0, 2), at('a', 0, 0), box], null, 1200)).toEqual([
      ['box', 0, 0, 12, 4],
      ['a', 0, 0, 6, 2],
      ['b', 6, 0, 6, 2],
      ['c', 0, 2, 6, 2],
    ])
  })

  it('has the columns of a width where there are positions for it, else those of the widest', () => {
    const widgets = [at('a', 6, 0, 6, 2, { responsiveLayouts: { sm: { x: 0, y: 3, w: 6, h: 1 } } })]

    expect(placeWidgets(widgets, null, 800)).toMatchObject({ columns: 6, items: [{ area: { column: 0, row: 3, columns: 6, rows: 1 } }] })
    expect(placeWidgets(widgets, null, 1000)).toMatchObject({ columns: 12, items: [{ area: { column: 6, row: 0 } }] })
    expect(placeWidgets(widgets, { cols: { lg: 24 } }, 1000)).toMatchObject({ columns: 24 })
  })

  it('is one column below 480 px, whatever the dashboard says', () => {
    const widgets = [at('b', 6, 0, 6, 3), at('a', 0, 0, 6, 2, { responsiveLayouts: { xxs: { x: 1, y: 9, w: 1, h: 1 } } })]
    const grid = placeWidgets(widgets, { cols: { xxs: 4 } }, 479)

    expect(grid).toMatchObject({ isSingle: true, columns: 1 })
    expect(grid.items.map(({ widget }) => widget.id)).toEqual(['a', 'b'])
    expect(heightOf(grid, grid.items[1]?.area ?? { column: 0, row: 0, columns: 1, rows: 0 })).toBe(3 * 80 + 2 * 12)
  })

  it('has rows as high as short tables where nothing else stands in them', () => {
    const { items, rowHeight } = placeWidgets([at('chart', 0, 0), at('beside', 6, 0, 6, 3), at('below', 0, 3, 12, 2)], null, 1200)
    const tracks = (...short: string[]) => rowTracks({ items, rowHeight }, short)

    expect(tracks()).toBe('80px 80px 80px 80px 80px')
    expect(tracks('below')).toBe('80px 80px 80px auto auto')
    expect(tracks('beside', 'below')).toBe('80px 80px auto auto auto')
    // A row that nobody stands in is as high as the others.
    expect(rowTracks({ items: placeWidgets([at('low', 0, 1, 12, 1)], null, 1200).items, rowHeight: 50 }, ['low'])).toBe('50px auto')
  })

  it('keeps what does not fit within its bounds', () => {
    expect(placed([at('a', 10, 1_000_000, 9, 1_000_000), at('b', 99, 0, 0, 0)], { rowHeight: 0, margin: [100_000] }, 1200)).toEqual([
      ['b', 11, 0, 1, 1],
      ['a', 10, 1999, 2, 1],
    ])
    expect(placeWidgets([], { rowHeight: 0, margin: [100_000] }, 1200)).toMatchObject({ rowHeight: 8, columnGap: 100, rowGap: 100 })
  })
})
