package org.peacescheduler.measure;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Lets a command's option be a {@link ByteSize}; picocli adds the option's name to what is wrong.
 */
public final class ByteSizeConverter implements ITypeConverter<ByteSize> {
  /** Made by the command line. */
  public ByteSizeConverter() {}

  @Override
  public ByteSize convert(String value) {
    try {
      return ByteSize.parse(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
