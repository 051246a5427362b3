/** Exports of the module; parameters are addresses and counts. See `assembly/` for each function. */
export interface Exports {
  memory: WebAssembly.Memory;
  freeFrom: WebAssembly.Global;
  scratch: WebAssembly.Global;
  findCalm(codes: number, width: number, height: number, calm: number): void;
  moveGrid(
    codes: number,
    width: number,
    height: number,
    calm: number,
    isAbsent: number,
    x: number,
    y: number,
    nodes: number,
    columns: number,
    rows: number,
    scale: number,
    lines: number,
    outside: number,
    out: number,
    filled: number,
  ): void;
  averageBlocks(plane: number, width: number, height: number, factor: number, line: number, into: number): void;
  meanBlocks(
    codes: number,
    width: number,
    height: number,
    factor: number,
    values: number,
    least: number,
    most: number,
    means: number,
    shares: number,
  ): void;
  shareBlocks(
    codes: number,
    width: number,
    height: number,
    factor: number,
    classes: number,
    share: number,
    planes: number,
  ): void;
  flagTiles(echoes: number, shares: number, width: number, height: number, flags: number): void;
  chooseTiles(
    now: number,
    then: number,
    width: number,
    height: number,
    u: number,
    v: number,
    nodes: number,
    columns: number,
    rows: number,
    ago: number,
    busy: number,
    around: number,
    line: number,
  ): void;
  listTiles(flags: number, width: number, height: number, into: number): number;
  compose(
    step: number,
    width: number,
    height: number,
    nodes: number,
    behind: number,
    into: number,
    intoX: number,
    intoY: number,
  ): void;
  stepBack(motion: number, width: number, height: number, nodes: number, time: number, origins: number): void;
  fadeCells(
    codes: number,
    from: number,
    to: number,
    near: number,
    far: number,
    share: number,
    isAbsent: number,
    out: number,
  ): void;
  meansWithin(plane: number, width: number, height: number, radius: number, passes: number, line: number): void;
  meansOfThree(plane: number, width: number, height: number, side: number, line: number): void;
  percentages(shares: number, known: number, count: number, least: number, unknown: number, into: number): void;
  pairUp(first: number, second: number, count: number, into: number): void;
  moveEchoes(
    tiles: number,
    count: number,
    newest: number,
    newestFlags: number,
    echoes: number,
    shares: number,
    flags: number,
    width: number,
    height: number,
    u: number,
    v: number,
    nodes: number,
    columns: number,
    rows: number,
    line: number,
    ago: number,
    moved: number,
    used: number,
  ): void;
  addEquations(
    tiles: number,
    count: number,
    newest: number,
    moved: number,
    used: number,
    width: number,
    height: number,
    minutes: number,
    mostDifference: number,
    thinning: number,
    sums: number,
    across: number,
    planeBytes: number,
  ): void;
  spreadMotion(
    u: number,
    v: number,
    nodes: number,
    columns: number,
    rows: number,
    width: number,
    height: number,
    line: number,
    intoU: number,
    intoV: number,
  ): void;
  addPlanes(one: number, other: number, count: number, into: number): void;
  weighedMean(weights: number, one: number, other: number, count: number): number;
  solveEquations(
    sums: number,
    planeBytes: number,
    count: number,
    floor: number,
    factor: number,
    u: number,
    v: number,
  ): void;
  divideByEdges(plane: number, width: number, height: number, columns: number, rows: number): void;
  deflate(from: number, length: number, stride: number, unit: number, tokens: number, into: number): number;
  unpackGroups(references: number, widths: number, lengths: number, groups: number, data: number, into: number): void;
  sumOnce(values: number, count: number, smallest: number): void;
  sumTwice(values: number, count: number, smallest: number): void;
  summariseLongs(from: number, count: number, out: number): void;
  inflate(from: number, size: number, into: number, length: number): number;
  unfilter16(rows: number, width: number, height: number, zeros: number): number;
  paint(codes: number, count: number, table: number, into: number, marks: number): void;
  spreadLargest(
    codes: number,
    width: number,
    columns: number,
    columnFrom: number,
    columnTo: number,
    rows: number,
    rowFrom: number,
    rowTo: number,
    line: number,
    out: number,
  ): void;
  isConstant(cells: number, width: number, top: number, bottom: number, left: number, right: number): number;
  copyBox(
    cells: number,
    width: number,
    top: number,
    bottom: number,
    left: number,
    right: number,
    into: number,
    side: number,
  ): void;
  takeDifferences(block: number, side: number): void;
  halveBox(
    cells: number,
    width: number,
    height: number,
    into: number,
    half: number,
    top: number,
    bottom: number,
    left: number,
    right: number,
    worth: number,
    absent: number,
    rule: number,
  ): void;
  sumCells(packed: number, width: number, height: number, into: number): void;
  lambertTile(
    codes: number,
    sums: number,
    width: number,
    height: number,
    column0: number,
    row0: number,
    tables: number,
    widest: number,
    within: number,
    rounding: number,
    steps: number,
    out: number,
  ): void;
  viewLattice(
    tables: number,
    count: number,
    distance: number,
    acrossFirst: number,
    columnBy: number,
    column0: number,
    rowBy: number,
    row0: number,
    columns: number,
    rows: number,
  ): void;
  takeCells(corners: number, centres: number, size: number, rounding: number, first: number, last: number): void;
  drawMeans(
    codes: number,
    packed: number,
    width: number,
    absent: number,
    spans: number,
    steps: number,
    out: number,
  ): void;
  mixColours(
    cells: number,
    width: number,
    height: number,
    spans: number,
    columns: number,
    rows: number,
    out: number,
  ): void;
  markCentres(
    segments: number,
    count: number,
    radials: number,
    perRadial: number,
    each: number,
    extent: number,
    x: number,
    y: number,
    scale: number,
    ranks: number,
    gates: number,
    out: number,
    width: number,
    height: number,
  ): void;
  halveMarks(from: number, width: number, height: number, into: number): void;
  fillPixels(
    tables: number,
    rowFrom: number,
    rowTo: number,
    index: number,
    sectors: number,
    ranges: number,
    reachM: number,
    ranks: number,
    gates: number,
    out: number,
  ): number;
  alphaRange(words: number): number;
  filterColours(words: number, octets: number, lines: number, rows: number): void;
  usedCodes(codes: number, used: number): void;
  packPixels(codes: number, depth: number, indexOf: number, highest: number, rows: number): void;
  summariseShorts(from: number, count: number, left: number, out: number): void;
}
