import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { blockOf } from './recipe.ts';

/** The Python of Debian, for which its QGIS is made. */
const pythonOfQgis = '/usr/bin/python3';

export const hasQgis = (): boolean => spawnSync(pythonOfQgis, ['-c', 'import qgis.core']).status === 0;

/** What the console of QGIS has before a recipe begins. */
const console = `
from qgis.core import QgsApplication, QgsMapRendererParallelJob, QgsMapSettings, QgsProject, QgsCoordinateReferenceSystem, QgsRectangle
from qgis.PyQt.QtCore import QSize
application = QgsApplication([], False)
application.initQgis()
`;

/** Draws what a recipe has added to the project, and prints how many features or columns each layer has. */
const picture = `
layers = list(QgsProject.instance().mapLayers().values())
settings = QgsMapSettings()
settings.setDestinationCrs(QgsCoordinateReferenceSystem('EPSG:3857'))
settings.setExtent(QgsRectangle(-11250000, 4000000, -10500000, 4480000))
settings.setOutputSize(QSize(1000, 640))
settings.setLayers([layer for layer in reversed(layers)])
job = QgsMapRendererParallelJob(settings)
job.start()
job.waitForFinished()
job.renderedImage().save('qgis.png')
print({layer.name(): layer.featureCount() if hasattr(layer, 'featureCount') else layer.width() for layer in layers})
`;

/** Runs the recipe in QGIS without a screen, and draws `qgis.png`. @returns names of layers with their sizes */
export async function drawInQgis(url: string, cwd: string): Promise<string> {
  const file = join(cwd, 'in-qgis.py');
  await writeFile(file, [console, blockOf('qgis.md', 'python', url), picture].join('\n'));
  const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen', HOME: cwd };
  const { stdout } = await promisify(execFile)(pythonOfQgis, [file], { cwd, env });
  return stdout;
}
